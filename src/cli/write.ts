import { access, constants, mkdir, rename, rm } from 'node:fs/promises'
import { AppError } from '../domain/errors/errors.ts'
import { reasonOf } from './readers.ts'
import { UsageError } from './usage.ts'

/** Before the work begins, which would be lost with it. */
export async function makeOut(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true })
    await access(out, constants.W_OK)
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const reason = isTaken ? 'a file has this name' : reasonOf(error)
    throw new UsageError(`--out ${out} is not a folder that can be written to: ${reason}.`)
  }
}

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
