import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readEvents } from './event-stream.ts'

async function eventsIn(bytes: Uint8Array, cuts: number[] = []) {
  const chunkEnds = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  async function* chunks() {
    let from = 0
    for (const end of [...chunkEnds, bytes.length]) {
      yield bytes.subarray(from, end)
      from = end
    }
  }
  const events = []
  for await (const event of readEvents(chunks())) events.push(event)
  return events
}

const text = (stream: string) => new TextEncoder().encode(stream)

it('parses messages, keeps ids, joins data lines and ignores comments', async () => {
  const stream = `retry: 1000\n\n: hello\n\nid: 7\nevent: job\ndata: {"a":1}\n\ndata:x\ndata:  y\n\nevent: none\n\ndata: cut off`
  expect(await eventsIn(text(stream))).toEqual([
    { id: '7', event: 'job', data: '{"a":1}' },
    { id: '7', event: 'message', data: 'x\n y' },
  ])
})

it('parses messages the same way for all line endings, however they are split into chunks', async () => {
  const message = fc.record({ id: fc.nat(), data: fc.string({ unit: 'grapheme' }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(message),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(), { maxLength: 20 }),
      async (messages, end, cuts) => {
        const lines = messages.map(
          ({ id, data }) =>
            `id: ${id}${end}event: job${end}data: ${JSON.stringify(data)}${end}${end}`,
        )
        // Appends a colon, because a trailing \r could be the first half of \r\n.
        const events = await eventsIn(text(`${lines.join('')}:`), cuts)
        expect(events).toEqual(
          messages.map(({ id, data }) => ({
            id: String(id),
            event: 'job',
            data: JSON.stringify(data),
          })),
        )
      },
    ),
  )
})
