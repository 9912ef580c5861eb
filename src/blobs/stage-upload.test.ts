import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../domain/errors/app-error.ts'
import { checkPdfHead } from '../domain/document/pdf-file.ts'
import { stageFile } from './stage-upload.ts'

async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-stage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function* toChunks(chunks: Uint8Array[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

const limits = { mustSync: true, maxBytes: 10 * 1024 * 1024, drainUpToBytes: 20 * 1024 * 1024 }

describe('stageFile', () => {
  it('stores the bytes, length and hash correctly for any chunk sizes', async () => {
    const folder = await folderForTest()
    let nth = 0
    const sizes = fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(sizes, async (lengths) => {
        const chunks = lengths.map((length, index) => new Uint8Array(length).fill(index + 1))
        const whole = Buffer.concat(chunks)
        const file = path.join(folder, `${nth++}.pdf`)
        const validateHead = () => undefined
        const staged = await stageFile(toChunks(chunks), { ...limits, file, validateHead })
        expect(staged.bytes).toBe(whole.length)
        expect(staged.sha256).toBe(createHash('sha256').update(whole).digest('hex'))
        expect(whole.equals(await readFile(file))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('validates the header once for any chunk sizes', async () => {
    const folder = await folderForTest()
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(5000)])
    for (const size of [1, 7, 1024, 6000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      let validations = 0
      const validateHead = (head: Uint8Array) => {
        validations += 1
        return checkPdfHead(head)
      }
      const file = path.join(folder, `${size}.pdf`)
      await stageFile(toChunks(pieces), { ...limits, file, validateHead })
      expect(validations).toBe(1)
    }
  })

  it('validates the header of a file that is shorter than the header', async () => {
    const folder = await folderForTest()
    const file = path.join(folder, 'a.pdf')
    const staging = { ...limits, file, validateHead: checkPdfHead }
    const rejection = await stageFile(toChunks([Buffer.from('<html>')]), staging).catch((e) => e)
    expect((rejection as AppError).code).toBe('NOT_PDF')
  })
})
