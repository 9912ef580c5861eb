import { sseFrame, type SseClient } from './sse-frame.ts'

/** Maximum number of unsent changes; a client with more gets a `reset` instead. */
export const maxBacklog = 500
/** Size of a write in bytes. At most this many bytes plus one frame are in flight for a client. */
const chunkBytes = 64 * 1024

/** Makes a client reload its list. It has no ID, because the reload covers everything before it. */
export const resetFrame = sseFrame('reset', {})

/** Sends job changes in order, and only as fast as the client reads (backpressure). */
export class PacedClient {
  readonly #client: SseClient
  /** Unsent frames by job: a newer change replaces an older one. */
  readonly #backlog = new Map<string, Buffer>()
  #isSending = true

  constructor(client: SseClient) {
    this.#client = client
  }

  /** Sends the initial frames. Changes that arrive in the meantime are sent afterwards. */
  async start(frames: Buffer[]): Promise<void> {
    await this.#send(frames)
  }

  push(id: string, frame: Buffer): void {
    this.#backlog.delete(id)
    if (this.#backlog.size >= maxBacklog) {
      this.#backlog.clear()
      this.#backlog.set('reset', resetFrame)
    }
    this.#backlog.set(id, frame)
    if (!this.#isSending) void this.#send(this.#takeBacklog())
  }

  #takeBacklog(): Buffer[] {
    const frames = [...this.#backlog.values()]
    this.#backlog.clear()
    return frames
  }

  async #send(first: Buffer[]): Promise<void> {
    this.#isSending = true
    for (let frames = first; frames.length > 0; frames = this.#takeBacklog()) {
      for (const chunk of chunks(frames)) {
        if (this.#client.isClosed) return
        this.#client.send(chunk)
        await this.#client.drained()
      }
    }
    this.#isSending = false
  }
}

function* chunks(frames: Buffer[]): Generator<Buffer> {
  let chunk: Buffer[] = []
  let bytes = 0
  for (const one of frames) {
    chunk.push(one)
    bytes += one.length
    if (bytes < chunkBytes) continue
    yield Buffer.concat(chunk)
    chunk = []
    bytes = 0
  }
  if (chunk.length > 0) yield Buffer.concat(chunk)
}
