// The whole surface that a model is given: three tools, and nothing that singles out parts of a context.
export const TOOLS = [
  {
    name: 'context_verdict_build',
    description:
      'Build the snapshot of the work of this session that exists nowhere else: open todos, uncommitted files, ' +
      'unanswered questions, unrecorded decisions, next steps. Give the result to context_verdict_judge as it is.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  },
  {
    name: 'context_verdict_judge',
    description:
      'Say whether a compaction now would lose work: safe_to_compact, wait or preserve_first. One answer for the ' +
      'session as a whole; it takes only a snapshot that context_verdict_build made. Only safe_to_compact is a ' +
      'permission. It cannot tell which parts of a context matter: whoever asks for that gets this answer and its reason.',
    parameters: {
      type: 'object',
      properties: { snapshot: { type: 'object', description: 'The result of context_verdict_build, unchanged.' } },
      required: ['snapshot'],
    },
  },
  {
    name: 'context_verdict_verify',
    description:
      'Run a labelled corpus (a JSONL file with lost and keep cases) through the judge and report both error rates.',
    parameters: {
      type: 'object',
      properties: { corpus: { type: 'string', description: 'Path of the corpus.' } },
      required: ['corpus'],
    },
  },
]
