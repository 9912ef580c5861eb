import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type ZipEntry, createZip } from './zip.ts'

const entry = (name: string, open: ZipEntry['open']): ZipEntry => {
  return { name, changed_at: '2026-01-05T08:00:00Z', open }
}

const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024, Math.random().toString()))
    },
  })

describe('createZip', () => {
  it('writes each file completely and opens one file at a time', async () => {
    const events: string[] = []
    const file = (name: string) =>
      entry(name, async () => {
        events.push(`open ${name}`)
        const stream = Readable.from([Buffer.from(name.repeat(1000))])
        return stream.once('end', () => events.push(`end ${name}`))
      })
    const files = unzipSync(await buffer(createZip([file('ä.txt'), file('b.txt')])))
    expect(Object.keys(files)).toEqual(['ä.txt', 'b.txt'])
    expect(Buffer.from(files['b.txt'] ?? []).toString()).toBe('b.txt'.repeat(1000))
    expect(events).toEqual(['open ä.txt', 'end ä.txt', 'open b.txt', 'end b.txt'])
  })

  it('closes the open file when the reader stops', async () => {
    const stream = endless()
    const zip = createZip([entry('a', async () => stream)])
    await once(zip, 'readable')
    zip.destroy()
    await once(stream, 'close')
    expect(stream.destroyed).toBe(true)
  })

  it('aborts if a file cannot be read', async () => {
    const failing = async () => {
      throw new Error('away')
    }
    await expect(buffer(createZip([entry('a', failing)]))).rejects.toThrow('away')
    const broken = endless()
    const zip = createZip([entry('a', async () => broken)])
    zip.once('data', () => broken.destroy(new Error('cut')))
    await expect(buffer(zip)).rejects.toThrow('cut')
  })
})
