export interface StreamEvent {
  /** The last ID received, with this message or an earlier one. */
  id: string
  event: string
  data: string
}

/** Parses text/event-stream. Drops a truncated message. */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamEvent, void, undefined> {
  let id = ''
  let event = ''
  let data: string[] = []
  for await (const line of readLines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { id, event: event || 'message', data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'id' && !value.includes('\0')) id = value
    else if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
}

async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    // Keeps a \r at the end of a chunk, because the next chunk may start with \n.
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
}
