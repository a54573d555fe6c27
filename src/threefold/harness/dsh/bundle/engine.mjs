// The harness's own engine, with other summaries: a compaction by relevance, or tool results shortened first. When to
// compact, how a compaction is logged and whether it is small enough stay the harness's business. The methods are put
// over those of the class itself, so that the engines of all agent presets have them, and a harness in which that cannot
// be done keeps its own. Must stand below the profile, because only there can the harness's packages be imported.
import { BasicCompactionEngine } from '@deepseek-ai/dsh-compaction-basic'
import { ask, home, say } from './bridge.mjs'
import { before } from './before.mjs'
import { engine as chosen, settings } from './compaction.mjs'
import { described, newest } from './session.mjs'
import { policy } from './verdict.mjs'

const DEADLINE = 10_000 // milliseconds for a plan; scoring may ask a service. Then the model writes the summary.
const LEFT = 0.6 // of the threshold, which is where a compaction should leave the context
const MANUAL = 0.5 // of the messages' bytes that may stay when a person asks for a compaction
const PROVIDER = 'threefold'
const next = new WeakMap() // session -> what the next summary is to be

/** Put our methods over the harness's; gives the way back. */
export function extend() {
  const { prototype } = BasicCompactionEngine
  const { compactRegion, summarize } = prototype
  const theirs = { compactRegion, summarize }
  prototype.compactRegion = function (...args) {
    return new Relevance(this, theirs).compactRegion(...args)
  }
  prototype.summarize = function (...args) {
    return new Relevance(this, theirs).summarize(...args)
  }
  return () => Object.assign(prototype, theirs)
}

/** The first and the last event behind the messages that the summariser is given: the system's, if any, and a stretch. */
function stretch(session, count) {
  const { nodes } = session.surface
  const shows = (seq) => session.deriveEventMessage(session.eventAt(seq)) !== null
  const first = session.eventAt(nodes[0]).type === 'system/message' ? 1 : 0
  let left = count - (first === 1 && shows(nodes[0]) ? 1 : 0)
  let last = first
  for (let at = first; at < nodes.length && left > 0; at += 1) {
    if (!shows(nodes[at])) continue
    left -= 1
    last = at
  }
  return [nodes[first], nodes[last]]
}

/** One call of one of the harness's engines. */
class Relevance {
  constructor(engine, theirs) {
    this.engine = engine
    this.ctx = engine.ctx
    this.theirs = theirs
  }

  async compactRegion(start, end, agent, signal) {
    const session = agent.session
    if (chosen() === 'prune') return this.pruned(start, end, agent, signal)
    if (chosen() === 'threefold' && !this.tried(session)) {
      const plan = await this.plan(session, start, end, 'spans', signal)
      let result
      for (const span of plan?.spans ?? []) result = (await this.landed(span, plan, result !== undefined, agent, signal)) ?? result
      const shortened = this.shorten(session, plan?.results ?? []) // after the spans, whose first one was judged
      if (result) return result
      if (shortened.size > 0) return this.enough(start, end, shortened, agent, signal)
    }
    return this.region(start, end, agent, signal)
  }

  async summarize(input, agent, signal) {
    const session = agent.session
    let made = next.get(session)
    if (!made && chosen() === 'threefold' && newest(session, 'compaction/start')?.data.turn === null) {
      const plan = await this.plan(session, ...stretch(session, input.messages.length), 'whole', signal)
      made = plan?.spans[0] && { text: plan.spans[0].text, scorer: plan.scorer }
    }
    if (!made) return this.theirs.summarize.call(this.engine, input, agent, signal)
    if (!made.judged) await before(this.ctx, policy(), session, signal)
    return { summary: [{ type: 'text', text: made.text }], provider: PROVIDER, model: made.scorer }
  }

  /** As the harness compacts a stretch, with whatever summary is due. */
  region(start, end, agent, signal) {
    return this.theirs.compactRegion.call(this.engine, start, end, agent, signal)
  }

  /** Whether relevance has just had its turn and it was not enough. */
  tried(session) {
    const last = newest(session, 'compaction/summary')
    return last?.data.provider === PROVIDER && last.seq > (newest(session, 'assistant/message')?.seq ?? -1)
  }

  /** One span, as a compaction of its own; undefined where the harness found it no gain. Judged until one landed. */
  async landed(span, plan, judged, agent, signal) {
    next.set(agent.session, { text: span.text, scorer: plan.scorer, judged })
    try {
      return await this.region(span.start, span.end, agent, signal)
    } catch (error) {
      if (signal?.aborted || error.message.startsWith('Threefold: ')) throw error
      say(`a span was left as it is: ${error.message}`)
      return undefined
    } finally {
      next.delete(agent.session)
    }
  }

  /** Shorter tool results; the model's summary only where that is not enough. */
  async pruned(start, end, agent, signal) {
    const plan = await this.plan(agent.session, start, end, 'prune', signal)
    return this.enough(start, end, this.shorten(agent.session, plan?.results ?? []), agent, signal)
  }

  /** Done where shorter tool results were enough; else the model's summary. */
  async enough(start, end, shortened, agent, signal) {
    const { session } = agent
    if (shortened.size > 0 && this.ctx.tokenMeter.measure(session).totalTokens < (await this.threshold(session, signal))) return null
    return this.region(shortened.get(start) ?? start, shortened.get(end) ?? end, agent, signal)
  }

  /** Put shorter results in the place of long ones, as the harness's own pruner does; old numbers to new ones. */
  shorten(session, results) {
    const moved = new Map()
    for (const { seq, text } of results) {
      if (!session.surface.nodes.includes(seq)) continue
      const event = session.eventAt(seq)
      const message = { ...event.data.message, content: [{ type: 'text', text }] }
      session.append('compaction/prune', {
        shadowedRange: { start: seq, end: seq },
        shadowedSeqs: [seq],
        shadowedTokenCount: this.ctx.tokenMeter.estimateMessage(session.deriveEventMessage(event)),
      })
      const landed = session.append('tool/result', { ...event.data, message }, {
        surfaceOp: { op: 'replace', startSeq: seq, endSeq: seq },
        sourceEventSeqs: [seq],
      })
      moved.set(seq, landed.seq)
    }
    return moved
  }

  /** What Python says is to be done with a stretch; undefined where it cannot say. */
  async plan(session, start, end, mode, signal) {
    try {
      const share = mode === 'whole' ? MANUAL : await this.share(session, start, end, signal)
      const told = await described(this.ctx, session)
      const config = { compact: settings() }
      const answer = await ask('plan', { ...told, start, end, share, mode, within: DEADLINE / 2, home: home(), config }, DEADLINE, 'spans')
      if (answer?.line) say(answer.line)
      return answer
    } catch (error) {
      say(`a compaction was not planned: ${error.message}`)
      return undefined
    }
  }

  /** The share of a stretch's bytes that may stay, so that the context ends well below the threshold. */
  async share(session, start, end, signal) {
    const { totalTokens, nodes } = this.ctx.tokenMeter.measure(session)
    const seqs = nodes.map((node) => node.seq)
    const stretch = nodes.slice(seqs.indexOf(start), seqs.indexOf(end) + 1).reduce((sum, node) => sum + node.tokens, 0)
    const room = LEFT * (await this.threshold(session, signal)) - (totalTokens - stretch)
    return Math.min(0.5, Math.max(0.05, room / Math.max(1, stretch)))
  }

  /** Where the harness's documented settings put the pressure threshold for the model of the last request. */
  async threshold(session, signal) {
    const { provider, model, maxTokens } = session.requestHeader().config
    const info = await this.ctx.llm.resolveModelInfo(provider, model, signal)
    const own = this.engine.config.modelPolicies.find((one) => one.provider === provider && one.model === model)
    const { thresholdRatio, headroomTokens } = { ...this.engine.config, ...own }
    const window = info.context?.contextWindow ?? 0
    return Math.min(window * thresholdRatio, window - (maxTokens ?? info.defaultMaxTokens ?? 0) - headroomTokens)
  }
}
