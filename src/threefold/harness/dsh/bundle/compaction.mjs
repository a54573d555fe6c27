// During: compaction by relevance, for the harness (engine.mjs) where that was chosen, and for other plugins.
import { active, ask, home, say } from './bridge.mjs'

const DEADLINE = 60_000
const ENGINES = ['off', 'prune', 'threefold']
let configured = {}

export const name = 'threefold-compaction'
export const settings = () => configured
export const engine = () => configured.compactionEngine ?? configured.compaction_engine ?? 'off'

export function apply(ctx, config = {}) {
  configured = config
  active.add('jev-compaction')
  if (engine() !== 'off') extended(ctx).catch((error) => say(`warning: the harness's own engine compacts: ${error.message}`))
}

async function extended(ctx) {
  if (!ENGINES.includes(engine())) throw new Error(`compactionEngine is ${engine()}; it must be one of ${ENGINES.join(', ')}`)
  const { extend } = await import('./engine.mjs')
  ctx.effect(extend)
  active.add('engine')
}

/**
 * Compact messages (OpenAI chat or Anthropic shape) within a budget of bytes. Gives `{ messages, stats, decisions }`;
 * where nothing can be asked the messages come back as they are.
 */
export async function compactMessages(messages, task = '', options = {}) {
  const { deadlineMs = DEADLINE, ...rest } = options
  const config = { compact: { ...configured, ...rest } }
  const answer = await ask('compact', { messages, task, home: home(), config }, deadlineMs, 'messages')
  return answer ?? { messages, decisions: [], stats: { changed: false, error: 'the bridge did not answer' } }
}
