// The row `context-verdict`: three tools, the verdict before each compaction, and a person's word that lets one through.
import { active, ask, home, start } from './bridge.mjs'
import { before, watchOverflow } from './before.mjs'
import { described } from './session.mjs'
import { TOOLS } from './tools.mjs'

const DEADLINE = 20_000 // milliseconds that a tool call may take; a service may be asked in it

export const name = 'threefold-verdict'
export const inject = ['sessions']

let configured = {}
export const policy = () => configured

export function apply(ctx, config = {}) {
  configured = config
  active.add('context-verdict')
  watchOverflow(ctx)
  ctx.on('llm/stream', (options, next) => {
    const session = options.purpose === 'compaction' && ctx.get('sessions').get(options.sessionId)
    return session ? judged(ctx, config, session, options, next) : next()
  }, { global: true, prepend: true })
  ctx.on('session/event', (_session, event) => {
    if (event.type === 'turn/start') start() // so that a compaction does not wait for Python to start
  }, { global: true })
  ctx.inject(['tools'], (inner) => TOOLS.forEach((tool) => inner.tools.register(registered(ctx, config, tool))))
  ctx.inject(['commands'], (inner) => inner.commands.register(acknowledge(ctx)))
}

async function* judged(ctx, config, session, options, next) {
  const keep = await before(ctx, config, session, options.signal)
  if (keep) {
    const told = options.messages.at(-1) // the harness's instruction to the summariser
    options.messages = [...options.messages.slice(0, -1), { ...told, content: [...told.content, { type: 'text', text: keep }] }]
  }
  yield* next()
}

function registered(ctx, config, tool) {
  return {
    ...tool,
    output: {
      schema: { type: 'object', additionalProperties: true },
      render: (_args, value) => [{ type: 'text', text: JSON.stringify(value) }],
    },
    async execute(args, exec) {
      const told = exec.agent ? await described(ctx, exec.agent.session) : {}
      const answer = await ask('tool', { ...told, tool: tool.name, args, home: home(), config: { verdict: config } }, DEADLINE)
      if (!answer || answer.error) throw new Error(answer?.error ?? 'Threefold did not answer; there is no verdict.')
      return answer
    },
  }
}

/** `/compact-anyway`: the log now holds a person's word, which the bridge looks for; then compact. */
function acknowledge(ctx) {
  return {
    name: 'compact-anyway',
    description: 'Compact now, whatever the verdict says.',
    async handler({ agent, signal }) {
      const done = await ctx.get('commands').execute(agent, '/compact', [], signal)
      return done?.result ?? { kind: 'error', text: 'This agent has no /compact.' }
    },
  }
}
