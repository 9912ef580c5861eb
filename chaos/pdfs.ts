import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type * as errors from '../src/domain/errors/app-error.ts'
import { loadBuilt } from '../bench/built.ts'
import type * as sandboxes from '../src/extraction/sandbox/sandbox.ts'
import type { MalformedPdf } from '../test/fixtures/malformed-pdfs.ts'
import { textPdf } from '../test/fixtures/pdfs.ts'

export interface PdfsReport {
  pdfs: number
  /** Number of documents read, and number of rejections by code. */
  outcomes: Record<string, number>
  /** Rejections with a code that no document can cause. Each is a bug. */
  unexplained: string[]
  slowest: { name: string; ms: number }
  /** Memory growth of this process, in MB. */
  grown_mb: number
  seconds: number
}

/** Error codes that the document itself can cause. */
const documentErrors: errors.ErrorCode[] = [
  'BROKEN_PDF',
  'ENCRYPTED_PDF',
  'NO_TEXT',
  'RESOURCE_LIMIT',
]

/** Reads hostile PDFs in two child processes, as a worker does, and then a valid PDF. */
export async function readHostilePdfs(
  pdfs: AsyncIterable<MalformedPdf>,
  limits: Partial<sandboxes.SandboxLimits> = {},
): Promise<PdfsReport> {
  const startedAt = performance.now()
  const memory = process.memoryUsage.rss()
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-pdfs-'))
  const { toAppError } = await loadBuilt<typeof errors>('domain/errors/app-error.js')
  const { createSandbox } = await loadBuilt<typeof sandboxes>('extraction/sandbox/sandbox.js')
  const sandbox = createSandbox({ size: 2, referenceData: { folder: path.resolve('.') }, limits })
  const facts: Omit<PdfsReport, 'grown_mb' | 'seconds'> = {
    pdfs: 0,
    outcomes: {},
    unexplained: [],
    slowest: { name: '', ms: 0 },
  }
  const incoming = pdfs[Symbol.asyncIterator]()

  async function tryAll(workFolder: string): Promise<void> {
    for (let next = await incoming.next(); !next.done; next = await incoming.next()) {
      const { name, pdf } = next.value
      const file = path.join(folder, workFolder)
      await writeFile(file, pdf)
      const from = performance.now()
      const outcome = await tryOne(file)
      const ms = Math.round(performance.now() - from)
      facts.pdfs++
      facts.outcomes[outcome] = (facts.outcomes[outcome] ?? 0) + 1
      if (ms > facts.slowest.ms) facts.slowest = { name, ms }
      const isExplained = outcome === 'read' || documentErrors.includes(outcome)
      if (!isExplained) facts.unexplained.push(`${name}: ${outcome}`)
    }
  }

  async function tryOne(file: string): Promise<errors.ErrorCode | 'read'> {
    try {
      const { outputs } = await sandbox.extract({ file, mapping: 'auto', params: {}, folder }, {})
      await Promise.all(outputs.map((output) => rm(output.file)))
      return 'read'
    } catch (thrown) {
      return toAppError(thrown).code
    }
  }

  try {
    await Promise.all([tryAll('one.pdf'), tryAll('other.pdf')])
    const validPdf = path.join(folder, 'sound.pdf')
    await writeFile(validPdf, await textPdf())
    const after = await tryOne(validPdf)
    if (after !== 'read') facts.unexplained.push(`a sound PDF afterwards: ${after}`)
  } finally {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
  const grown_mb = Math.round((process.memoryUsage.rss() - memory) / 2 ** 20)
  return { ...facts, grown_mb, seconds: Math.round((performance.now() - startedAt) / 1000) }
}
