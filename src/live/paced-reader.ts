import { frame, type Reader } from './sse-frame.ts'

/** Whoever is behind by more than this is told to begin anew. */
export const mostBehind = 500
/** Written at once: a reader that is fast enough never has more than this and one frame unread. */
const pieceBytes = 64 * 1024

/** Whoever gets it lists the jobs anew. Without an id: what was missed until then is missed no longer. */
export const reset = frame('reset', {})

/** One who is told of jobs in the order in which they changed, and as fast as it reads. */
export class LiveReader {
  readonly #reader: Reader
  /** By the job that they are of: of two, the later will do. */
  readonly #waiting = new Map<string, Buffer>()
  #isTelling = true

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Sends what comes before all else. Until it has, nothing that is told is sent. */
  async begin(frames: Buffer[]): Promise<void> {
    await this.#send(frames)
  }

  tell(id: string, news: Buffer): void {
    this.#waiting.delete(id)
    if (this.#waiting.size >= mostBehind) {
      this.#waiting.clear()
      this.#waiting.set('reset', reset)
    }
    this.#waiting.set(id, news)
    if (!this.#isTelling) void this.#send(this.#take())
  }

  #take(): Buffer[] {
    const frames = [...this.#waiting.values()]
    this.#waiting.clear()
    return frames
  }

  async #send(first: Buffer[]): Promise<void> {
    this.#isTelling = true
    for (let frames = first; frames.length > 0; frames = this.#take()) {
      for (const piece of piecesOf(frames)) {
        if (this.#reader.isGone) return
        this.#reader.send(piece)
        await this.#reader.drained()
      }
    }
    this.#isTelling = false
  }
}

function* piecesOf(frames: Buffer[]): Generator<Buffer> {
  let piece: Buffer[] = []
  let bytes = 0
  for (const one of frames) {
    piece.push(one)
    bytes += one.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(piece)
    piece = []
    bytes = 0
  }
  if (piece.length > 0) yield Buffer.concat(piece)
}
