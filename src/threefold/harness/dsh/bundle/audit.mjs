// After: each summary that lands is audited from the live log. Nothing waits for it, and nothing is stopped by it.
import { appendFile, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { active, ask, home, say } from './bridge.mjs'
import { described, note } from './session.mjs'

const DEADLINE = 300_000 // milliseconds; a session of a gigabyte takes its time, and nobody waits

export const name = 'threefold-audit'
export const inject = ['sessions']

export function apply(ctx, config = {}) {
  active.add('compaction-audit')
  if (config.enabled === false) return
  const beat = config.debug ? heartbeat() : () => {}
  ctx.on('session/event', (session, event) => {
    beat(session, event)
    if (event.type === 'compaction/summary') setTimeout(() => after(ctx, config, session, event).catch(complain), 0)
  }, { global: true })
}

async function after(ctx, config, session, event) {
  const { compactionId } = event.data
  const told = await described(ctx, session)
  const answer = await ask('after', { ...told, compactionId, home: home(), config: { audit: config } }, DEADLINE, 'line')
  if (!answer) return
  say(answer.line)
  if (answer.inject) ctx.get('agents')?.list().find((agent) => agent.session === session)?.inject(note(answer.inject))
}

function heartbeat() {
  const folder = join(home(), 'reports')
  mkdirSync(folder, { recursive: true })
  return (session, { seq, type }) => {
    const beat = { at: new Date().toISOString(), sessionId: String(session.id), seq, type }
    appendFile(join(folder, 'audit-debug.jsonl'), `${JSON.stringify(beat)}\n`, () => {})
  }
}

const complain = (error) => say(`a compaction was not audited: ${error.message}`)
