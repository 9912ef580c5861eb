import type { SseClient } from '../../../src/live/sse-frame.ts'

export interface SeenFrame {
  id: string
  event: string
  data: { id?: string }
}

/** Creates an SSE client without a connection that records what it receives. */
export function recordingClient(): { seen: SeenFrame[]; client: SseClient } {
  const seen: SeenFrame[] = []
  let isClosed = false
  const client: SseClient = {
    get isClosed() {
      return isClosed
    },
    drained: async () => undefined,
    send(frames) {
      const pattern = /(?:id: (.+)\n)?event: (.+)\ndata: (.+)\n\n/g
      for (const [, id = '', event = '', data = ''] of frames.toString().matchAll(pattern)) {
        seen.push({ id, event, data: JSON.parse(data) as { id?: string } })
      }
    },
    end(frames) {
      if (!isClosed && frames) client.send(frames)
      isClosed = true
    },
  }
  return { seen, client }
}
