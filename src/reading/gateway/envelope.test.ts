import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { contentTypes, OutputFormat } from '../../domain/mapping/output-formats.ts'
import { readEnvelope, writeEnvelope } from './envelope.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docket-envelope-'))
  return () => rm(folder, { recursive: true })
})

const facts = {
  mapping: 'x_v1',
  page_count: 2,
  word_count: 9,
  review_reasons: [{ code: 'amount_unexplained', path: null, params: { label: 'Käse\n"?"' } }],
  summary: { kind: 'heat_sheet' as const, meet: 'Käse', date: null, swimmers: null },
}

const anyOutputs = fc.uniqueArray(
  fc.record({
    format: fc.constantFrom(...OutputFormat.options),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
  }),
  { selector: ({ format }) => format, minLength: 1 },
)

type Outputs = { format: OutputFormat; bytes: Uint8Array }[]

async function written(outputs: Outputs): Promise<Buffer> {
  const files = outputs.map(async ({ format, bytes }) => {
    const file = path.join(folder, format)
    await writeFile(file, bytes)
    return { format, content_type: contentTypes[format], file, bytes: bytes.length }
  })
  return buffer(writeEnvelope({ ...facts, outputs: await Promise.all(files) }))
}

async function readBack(bytes: Buffer, size = 1000): Promise<{ head: object; outputs: Outputs }> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const outputs: Outputs = []
  const head = await readEnvelope(chunks(), async (format, part) => {
    outputs.push({ format, bytes: new Uint8Array(await buffer(part)) })
  })
  return { head, outputs }
}

describe('a response with all outputs', () => {
  it('is parsed as it was written, however it is split into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(anyOutputs, fc.integer({ min: 1, max: 99 }), async (outputs, size) => {
        const back = await readBack(await written(outputs), size)
        expect(back.outputs).toEqual(outputs)
        expect(back.head).toMatchObject(facts)
      }),
      { numRuns: 50 },
    )
  })

  it('is rejected if truncated or too long', async () => {
    await fc.assert(
      fc.asyncProperty(anyOutputs, fc.nat(), async (outputs, place) => {
        const whole = await written(outputs)
        const cut = whole.subarray(0, place % whole.length)
        await expect(readBack(cut)).rejects.toMatchObject({ code: 'GW_5XX' })
        await expect(readBack(Buffer.concat([whole, cut.subarray(0, 1), whole]))).rejects.toThrow(
          'longer than declared',
        )
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['another first line', '{"hello":1}\n'],
    [
      'an unknown format',
      `${JSON.stringify({ ...facts, outputs: [{ format: 'x', bytes: 1 }] })}\nx`,
    ],
    ['no outputs', `${JSON.stringify({ ...facts, outputs: [] })}\n`],
    ['an endless line', 'x'.repeat(5 * 1024 * 1024)],
  ])('is rejected with %s', async (_, bytes) => {
    await expect(readBack(Buffer.from(bytes))).rejects.toMatchObject({
      code: 'GW_5XX',
      message: /first line .* same version/,
    })
  })
})
