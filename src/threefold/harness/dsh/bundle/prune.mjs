// The engine that shortens tool results and leaves the summary to the model.
import ThreefoldEngine from './engine.mjs'

export default class PruneEngine extends ThreefoldEngine {
  mode = 'prune'
}
