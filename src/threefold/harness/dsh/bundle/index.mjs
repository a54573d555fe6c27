// What other plugins may import.
export { compactMessages } from './compaction.mjs'
