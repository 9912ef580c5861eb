import { describe, expect, it } from 'vitest'
import { sseFrame, type SseClient } from './sse-frame.ts'
import { PacedClient, maxBacklog } from './paced-client.ts'

/** A reader that takes what it is sent only when it is let. */
function slowReader() {
  let unread: Buffer[] = []
  let taken = ''
  let go: () => void = () => undefined
  const reader: SseClient = {
    isClosed: false,
    send: (frames) => void unread.push(frames),
    end: () => undefined,
    drained: () =>
      new Promise((resolve) => {
        go = resolve
      }),
  }
  return {
    reader,
    unread: () => Buffer.concat(unread).length,
    async takeAll(): Promise<string[]> {
      while (unread.length > 0) {
        taken += Buffer.concat(unread).toString()
        unread = []
        go()
        await new Promise(setImmediate)
      }
      return [...taken.matchAll(/^event: (\w+)\ndata: (\S+)$/gm)].map(
        ([, event = '', data = '']) => event + data,
      )
    },
  }
}

const told = (n: number) => sseFrame('job', n)

describe('PacedClient', () => {
  it('sends what it begins with before what it was told meanwhile', async () => {
    const { reader, takeAll } = slowReader()
    const live = new PacedClient(reader)
    live.push('a', told(3))
    const begun = live.start([told(1), told(2)])
    live.push('b', told(4))
    expect(await takeAll()).toEqual(['job1', 'job2', 'job3', 'job4'])
    await begun
    live.push('c', told(5))
    expect((await takeAll()).at(-1)).toBe('job5')
  })

  it('never has more under way than a piece, however much there is to send', async () => {
    const { reader, unread, takeAll } = slowReader()
    const frames = Array.from({ length: 300 }, (_, n) =>
      sseFrame('job', `${n}${'x'.repeat(10_000)}`),
    )
    void new PacedClient(reader).start(frames)
    expect(unread()).toBeLessThan(100_000)
    expect(await takeAll()).toHaveLength(300)
  })

  it('tells only the latest of a job to whoever is behind', async () => {
    const { reader, takeAll } = slowReader()
    const live = new PacedClient(reader)
    for (const n of [1, 2, 3]) live.push('same', told(n))
    void live.start([told(0)])
    expect(await takeAll()).toEqual(['job0', 'job3'])
  })

  it('tells whoever is too far behind to begin anew, and then what comes', async () => {
    const { reader, takeAll } = slowReader()
    const live = new PacedClient(reader)
    for (let n = 1; n <= maxBacklog + 1; n++) live.push(String(n), told(n))
    void live.start([told(0)])
    expect(await takeAll()).toEqual(['job0', 'reset{}', `job${maxBacklog + 1}`])
  })
})
