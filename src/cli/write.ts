import { access, constants, mkdir, rename, rm } from 'node:fs/promises'
import { AppError } from '../domain/errors/errors.ts'
import { errorMessage } from './readers.ts'
import { UsageError } from './usage.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Creates the output folder first, so that no work is lost because the folder cannot be written. */
export async function createOutputFolder(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true })
    await access(out, constants.W_OK)
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const reason = isTaken ? 'a file of this name exists' : errorMessage(error)
    throw new UsageError(`--out ${out} is not a writable folder: ${reason}.`)
  }
}

/** Writes to a temporary file and renames it, so that no partial output is left under the final name. */
export async function replaceFile(
  file: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  const partial = `${file}.partial`
  try {
    await write(partial)
    await rename(partial, file)
  } catch (cause) {
    await rm(partial, { force: true })
    throw new AppError(
      'IO_ERROR',
      createDetail('file_unwritable', { file, fault: errorMessage(cause) }),
      {
        cause,
      },
    )
  }
}
