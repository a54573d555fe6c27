// What the bridge is told of a session: where its log is, or, without one, the events themselves.

/** After a flush: the log's path and the last event that it must hold. */
export async function described(ctx, session) {
  const told = { session: String(session.id), cwd: session.header.cwd ?? '', last: session.seq - 1 }
  const persistence = ctx.get('sessionPersistence')
  if (typeof persistence?.locate === 'function') {
    await ctx.get('sessions').flush(session)
    const place = persistence.locate(session.header)
    if (place?.kind === 'jsonl') return { ...told, log: place.path }
  }
  return { ...told, header: session.header, events: session.snapshotEvents() }
}

/** The newest event of a type, or undefined. */
export function newest(session, type) {
  for (let seq = session.seq - 1; seq >= 0; seq -= 1) {
    const event = session.eventAt(seq)
    if (event?.type === type) return event
  }
  return undefined
}

/** A message that enters the model's next step. It says itself that no person wrote it. */
export const note = (text) => ({
  role: 'user',
  id: crypto.randomUUID(),
  content: [{ type: 'text', text }],
  source: { kind: 'plugin:threefold' },
})
