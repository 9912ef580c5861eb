import type { SseClient } from '../../src/live/sse-frame.ts'

export interface SeenFrame {
  id: string
  event: string
  data: { id?: string }
}

/** A reader of a stream without a connection, and what it was sent. */
export function frameReader(): { seen: SeenFrame[]; reader: SseClient } {
  const seen: SeenFrame[] = []
  let isGone = false
  const reader: SseClient = {
    get isClosed() {
      return isGone
    },
    drained: async () => undefined,
    send(frames) {
      const pattern = /(?:id: (.+)\n)?event: (.+)\ndata: (.+)\n\n/g
      for (const [, id = '', event = '', data = ''] of frames.toString().matchAll(pattern)) {
        seen.push({ id, event, data: JSON.parse(data) as { id?: string } })
      }
    },
    end(frames) {
      if (!isGone && frames) reader.send(frames)
      isGone = true
    },
  }
  return { seen, reader }
}
