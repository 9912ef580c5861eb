/** Whoever is told what happens: the other end of a stream. */
export interface Reader {
  send(frames: Buffer): void
  /** Says the last word. */
  end(frames?: Buffer): void
  /** Resolves when what was sent is on its way. */
  drained(): Promise<void>
  readonly isGone: boolean
}

/** An event in the format of text/event-stream. With an id, a reader that is cut off can resume after it. */
export function frame(event: string, data: unknown, id?: number | string): Buffer {
  const head = id === undefined ? '' : `id: ${id}\n`
  return Buffer.from(`${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
