// Before: the verdict is asked at the moment of a compaction, and the policy's answer is carried out. What is to be
// done is decided by the bridge; without its answer nothing is done.
import { ask, home, say } from './bridge.mjs'
import { described, newest, note } from './session.mjs'

const OVERFLOW = 'CONTEXT_WINDOW_EXCEEDED'
const DEADLINE = 2_000
const PATIENCE = 60_000 // where nobody waits
const GO_ON = 'Compact now'
const overflowing = new WeakSet() // sessions whose model refused the last request as too long

/** Follow which compactions must happen for the session to go on. */
export function watchOverflow(ctx) {
  ctx.on('agent/request-error', async ({ agent, failure }, next) => {
    if (failure?.code !== OVERFLOW) return next()
    overflowing.add(agent.session)
    try {
      return await next()
    } finally {
      overflowing.delete(agent.session)
    }
  }, { global: true, prepend: true })
}

function triggerOf(session) {
  if (overflowing.has(session)) return 'context-overflow'
  return newest(session, 'compaction/start')?.data.turn === null ? 'manual' : 'pressure'
}

/**
 * Ask the verdict for a session that is about to be compacted. Gives the text that the summariser is to keep, or ''.
 * Throws the reason where the policy says that this compaction shall not be.
 */
export async function before(ctx, config, session, signal, trigger = triggerOf(session)) {
  let answer
  try {
    const told = { ...(await described(ctx, session)), trigger, home: home(), config: { verdict: config } }
    if ((config.verdictPolicy ?? config.verdict_policy ?? 'observe') === 'observe') {
      ask('before', told, PATIENCE, 'line').then((seen) => seen && say(seen.line)) // observing delays nothing
      return ''
    }
    answer = await ask('before', told, Number(config.deadlineMs) || DEADLINE, 'action')
  } catch (error) {
    say(`a compaction was not judged: ${error.message}`)
  }
  if (!answer) return ''
  say(answer.line)
  const agent = ctx.get('agents')?.list().find((one) => one.session === session)
  const refused = answer.action === 'veto' || (answer.action === 'hold' && !(await allowed(ctx, agent, answer, signal)))
  if (!refused) return answer.keep ?? ''
  say(answer.reason)
  try {
    if (answer.model) agent?.inject(note(answer.model))
  } catch (error) {
    say(`the model was not told: ${error.message}`)
  }
  throw new Error(answer.reason)
}

/** A person's word on a compaction that is held; no, where nobody can be asked. */
async function allowed(ctx, agent, answer, signal) {
  const question = {
    id: 'threefold-hold',
    question: answer.question,
    options: [{ label: GO_ON }, { label: 'Do not compact' }],
  }
  try {
    const said = await ctx.get('userQuestions').ask({ agent, questions: [question], signal })
    return said.answers?.some((one) => one.selected?.includes(GO_ON)) ?? false
  } catch {
    return false // no screen, or the question was put away
  }
}
