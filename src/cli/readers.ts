import { rmSync } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError, toAppError } from '../domain/errors/errors.ts'
import { maxHeaderOffset, checkPdfHead } from '../domain/document/pdf-file.ts'
import type { ReferenceDataFiles } from '../extraction/reference-data/reference-data.ts'
import { createSandbox, type Sandbox } from '../extraction/sandbox/sandbox.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Files read at the same time. */
export const readers = cpus().length

export const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the work with reader processes and a temporary folder, and removes both afterwards. */
export async function withReaders<T>(
  referenceData: ReferenceDataFiles,
  work: (sandbox: Sandbox, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-'))
  const sandbox = createSandbox({ size: readers, referenceData })
  const removeFolder = () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(130)
  }
  process.once('SIGINT', removeFolder).once('SIGTERM', removeFolder)
  try {
    return await work(sandbox, folder)
  } finally {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Rejects files that are not PDFs before a child process opens them. */
export async function requirePdf(file: string): Promise<void> {
  const kind = await stat(file).catch((cause: unknown) => {
    throw new AppError('NOT_FOUND', createDetail('file_not_found', {}), { cause })
  })
  if (!kind.isFile()) throw new AppError('NOT_PDF', createDetail('not_a_file', {}))
  const error = checkPdfHead(await readHead(file))
  if (error) throw error
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new AppError(
      'IO_ERROR',
      createDetail('file_unopenable', { fault: errorMessage(cause) }),
      {
        cause,
      },
    )
  })
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(maxHeaderOffset),
      0,
      maxHeaderOffset,
      0,
    )
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** One line: message and error code. */
export function describeError(error: unknown): string {
  const { code, message } = toAppError(error)
  return `${code === 'UNKNOWN' ? errorMessage(error) : message} (${code})`
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
