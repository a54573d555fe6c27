// For `threefold doctor dsh`: after the second turn, compact, and write down what the harness delivered. Never a row of
// an installed profile; the doctor puts it into a harness of its own.
import { writeFileSync } from 'node:fs'
import { active } from './bridge.mjs'

export const name = 'threefold-probe'
export const inject = ['agents', 'commands', 'sessions']

export function apply(ctx, config) {
  const seen = { rows: [...active], delivered: false, shadowed: 0, readable: 0, error: '' }
  let turns = 0
  ctx.on('session/event', (session, event) => {
    if (event.type === 'compaction/summary') {
      seen.delivered = true
      seen.shadowed = event.data.shadowedSeqs.length
      seen.readable = event.data.shadowedSeqs.filter((seq) => session.eventAt(seq)?.seq === seq).length
    }
    if (event.type === 'turn/end' && (turns += 1) === 2) setTimeout(() => compact(session), 0)
  })
  async function compact(session) {
    try {
      const agent = ctx.get('agents').list().find((one) => one.session === session)
      await agent.whenIdle()
      const done = await ctx.get('commands').execute(agent, '/compact', [], AbortSignal.timeout(30_000))
      if (done?.result.kind !== 'success') seen.error = done?.result.text ?? 'there is no /compact'
    } catch (error) {
      seen.error = String(error)
    }
    seen.rows = [...active]
    writeFileSync(config.file, JSON.stringify(seen))
  }
}
