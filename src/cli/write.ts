import { rename, rm } from 'node:fs/promises'
import { AppError } from '../domain/errors.ts'
import { reasonOf } from './readers.ts'

/** A half-written output never stands under its name. */
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
    throw new AppError('IO_ERROR', `${file} cannot be written: ${reasonOf(cause)}.`, { cause })
  }
}
