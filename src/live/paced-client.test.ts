import { describe, expect, it } from 'vitest'
import { sseFrame, type SseClient } from './sse-frame.ts'
import { PacedClient, maxBacklog } from './paced-client.ts'

/** Creates a client that reads only when `takeAll` is called. */
function createSlowClient() {
  let unread: Buffer[] = []
  let taken = ''
  let resume: () => void = () => undefined
  const client: SseClient = {
    isClosed: false,
    send: (frames) => void unread.push(frames),
    end: () => undefined,
    drained: () =>
      new Promise((resolve) => {
        resume = resolve
      }),
  }
  return {
    reader: client,
    unread: () => Buffer.concat(unread).length,
    async takeAll(): Promise<string[]> {
      while (unread.length > 0) {
        taken += Buffer.concat(unread).toString()
        unread = []
        resume()
        await new Promise(setImmediate)
      }
      return [...taken.matchAll(/^event: (\w+)\ndata: (\S+)$/gm)].map(
        ([, event = '', data = '']) => event + data,
      )
    },
  }
}

const jobFrame = (n: number) => sseFrame('job', n)

describe('PacedClient', () => {
  it('sends the initial state before changes that arrive during it', async () => {
    const { reader, takeAll } = createSlowClient()
    const paced = new PacedClient(reader)
    paced.push('a', jobFrame(3))
    const started = paced.start([jobFrame(1), jobFrame(2)])
    paced.push('b', jobFrame(4))
    expect(await takeAll()).toEqual(['job1', 'job2', 'job3', 'job4'])
    await started
    paced.push('c', jobFrame(5))
    expect((await takeAll()).at(-1)).toBe('job5')
  })

  it('never has more than one chunk in flight, however much is pending', async () => {
    const { reader, unread, takeAll } = createSlowClient()
    const frames = Array.from({ length: 300 }, (_, n) =>
      sseFrame('job', `${n}${'x'.repeat(10_000)}`),
    )
    void new PacedClient(reader).start(frames)
    expect(unread()).toBeLessThan(100_000)
    expect(await takeAll()).toHaveLength(300)
  })

  it('sends only the latest state of a job to a slow client', async () => {
    const { reader, takeAll } = createSlowClient()
    const paced = new PacedClient(reader)
    for (const n of [1, 2, 3]) paced.push('same', jobFrame(n))
    void paced.start([jobFrame(0)])
    expect(await takeAll()).toEqual(['job0', 'job3'])
  })

  it('tells a client that is too far behind to reload, then continues', async () => {
    const { reader, takeAll } = createSlowClient()
    const paced = new PacedClient(reader)
    for (let n = 1; n <= maxBacklog + 1; n++) paced.push(String(n), jobFrame(n))
    void paced.start([jobFrame(0)])
    expect(await takeAll()).toEqual(['job0', 'reset{}', `job${maxBacklog + 1}`])
  })
})
