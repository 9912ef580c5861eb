import { describe, expect, it } from 'vitest'
import { frame, type Reader } from './sse-frame.ts'
import { LiveReader, mostBehind } from './paced-reader.ts'

/** A reader that takes what it is sent only when it is let. */
function slowReader() {
  let unread: Buffer[] = []
  let taken = ''
  let go: () => void = () => undefined
  const reader: Reader = {
    isGone: false,
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

const told = (n: number) => frame('job', n)

describe('LiveReader', () => {
  it('sends what it begins with before what it was told meanwhile', async () => {
    const { reader, takeAll } = slowReader()
    const live = new LiveReader(reader)
    live.tell('a', told(3))
    const begun = live.begin([told(1), told(2)])
    live.tell('b', told(4))
    expect(await takeAll()).toEqual(['job1', 'job2', 'job3', 'job4'])
    await begun
    live.tell('c', told(5))
    expect((await takeAll()).at(-1)).toBe('job5')
  })

  it('never has more under way than a piece, however much there is to send', async () => {
    const { reader, unread, takeAll } = slowReader()
    const frames = Array.from({ length: 300 }, (_, n) => frame('job', `${n}${'x'.repeat(10_000)}`))
    void new LiveReader(reader).begin(frames)
    expect(unread()).toBeLessThan(100_000)
    expect(await takeAll()).toHaveLength(300)
  })

  it('tells only the latest of a job to whoever is behind', async () => {
    const { reader, takeAll } = slowReader()
    const live = new LiveReader(reader)
    for (const n of [1, 2, 3]) live.tell('same', told(n))
    void live.begin([told(0)])
    expect(await takeAll()).toEqual(['job0', 'job3'])
  })

  it('tells whoever is too far behind to begin anew, and then what comes', async () => {
    const { reader, takeAll } = slowReader()
    const live = new LiveReader(reader)
    for (let n = 1; n <= mostBehind + 1; n++) live.tell(String(n), told(n))
    void live.begin([told(0)])
    expect(await takeAll()).toEqual(['job0', 'reset{}', `job${mostBehind + 1}`])
  })
})
