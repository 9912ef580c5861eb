/** A client that receives an SSE stream. */
export interface SseClient {
  send(frames: Buffer): void
  /** Sends the last frames, if any, and closes the stream. */
  end(frames?: Buffer): void
  /** Resolves when the socket accepts more data. */
  drained(): Promise<void>
  readonly isClosed: boolean
}

/** Formats an event for text/event-stream. If it has an ID, a client that reconnects can resume after it. */
export function sseFrame(event: string, data: unknown, id?: number | string): Buffer {
  const head = id === undefined ? '' : `id: ${id}\n`
  return Buffer.from(`${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
