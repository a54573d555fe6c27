// What the recorder needs from inside the harness and its JSON-RPC does not offer: a command, a stop, an answer.
// Loaded by patch.yml; no dependencies. One loopback server; the recorder gives the port.
import http from 'node:http'

export const name = 'record-control'
export const inject = ['agents', 'commands', 'userQuestions']

const approval = (question) => ({ id: question.id, selected: [question.intent?.approve ?? question.options[0].label] })

export function apply(ctx, config) {
  const prepared = [] // what the person at the screen does with the next questions: answer them, or leave them standing
  const agentOf = (session) => {
    const agent = ctx.agents.list().find((candidate) => String(candidate.session.id) === session)
    if (!agent) throw new Error(`no live agent for session ${session}`)
    return agent
  }
  const verbs = {
    command: async ({ session, line }) =>
      (await ctx.commands.execute(agentOf(session), line, [], AbortSignal.timeout(60_000))) ?? null,
    status: ({ session }) => ({ status: agentOf(session).status }),
    abort: async ({ session }) => {
      const agent = agentOf(session)
      agent.cancel({ kind: 'user' }, { keepInbox: true })
      await agent.whenIdle()
      return { status: agent.status }
    },
    prepare: ({ answers }) => ({ waiting: prepared.push(() => Promise.resolve({ answers })) }),
    approve: () => ({ waiting: prepared.push((asked) => Promise.resolve({ answers: asked.questions.map(approval) })) }),
    hold: () => ({ waiting: prepared.push(() => new Promise(() => {})) }),
    answer: ({ session, callId, answers }) => ({ accepted: ctx.userQuestions.answer(agentOf(session), callId, { answers }) }),
  }
  ctx.on('user-questions/request', (request, next) => (prepared.length > 0 ? prepared.shift()(request) : next()))
  ctx.effect(() => {
    const server = http.createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += piece
      const send = (status, value) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(value))
      }
      try {
        send(200, await verbs[request.url.slice(1)](JSON.parse(body || '{}')))
      } catch (error) {
        send(500, { error: String(error) })
      }
    })
    server.listen(config.port, '127.0.0.1')
    return () => server.close()
  })
}
