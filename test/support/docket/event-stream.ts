import { onTestFinished, vi } from 'vitest'
import { readEvents } from '../../../src/client/event-stream.ts'
import type { Visitor } from './visitor.ts'

export interface StreamMessage {
  id: string
  event: string
  data: Record<string, unknown>
}

/** A stream that is read as it arrives. */
export interface OpenStream {
  response: Response
  seen: StreamMessage[]
  /** Waits until `count` messages have arrived. */
  until(count: number): Promise<StreamMessage[]>
  /** Resolves when the server closes the stream. */
  ended: Promise<void>
  cut(): void
}

export async function openStream(
  person: Visitor,
  address: string,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const gone = new AbortController()
  onTestFinished(() => gone.abort())
  const response = await person.ask(address, { headers, signal: gone.signal })
  const seen: StreamMessage[] = []
  const ended = read(response, seen)
  return {
    response,
    seen,
    ended,
    cut: () => gone.abort(),
    until: (count) => vi.waitUntil(() => seen.length >= count && seen.slice(0, count)),
  }
}

async function read(response: Response, seen: StreamMessage[]): Promise<void> {
  if (response.body === null) return
  try {
    for await (const { id, event, data } of readEvents(response.body)) {
      seen.push({ id, event, data: JSON.parse(data) as Record<string, unknown> })
    }
  } catch {
    // The connection was lost.
  }
}
