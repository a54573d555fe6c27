// During: compaction by relevance for other plugins. The row only carries the settings; the engine is engine.mjs.
import { active, ask, home } from './bridge.mjs'

const DEADLINE = 60_000
let configured = {}

export const name = 'threefold-compaction'
export const settings = () => configured

export function apply(ctx, config = {}) {
  configured = config
  active.add('jev-compaction')
}

/**
 * Compact messages (OpenAI chat or Anthropic shape) within a budget of bytes. Gives `{ messages, stats, decisions }`;
 * where nothing can be asked the messages come back as they are.
 */
export async function compactMessages(messages, task = '', options = {}) {
  const { deadlineMs = DEADLINE, ...rest } = options
  const config = { compact: { ...configured, ...rest } }
  const answer = await ask('compact', { messages, task, home: home(), config }, deadlineMs)
  return answer ?? { messages, decisions: [], stats: { changed: false, error: 'the bridge did not answer' } }
}
