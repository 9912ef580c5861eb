import { AppError } from '../../domain/errors.ts'
import { headerWithin, refuseHead, refuseSize } from '../../domain/pdf-file.ts'
import { words } from '../words.ts'

/** Refuses before sending what the server would refuse after it. */
export async function checkFile(file: Blob, maxUploadBytes: number): Promise<void> {
  const refused = refuseSize(file.size, maxUploadBytes) ?? refuseHead(await readHead(file))
  if (refused) throw refused
}

async function readHead(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, headerWithin).arrayBuffer())
  } catch (cause) {
    throw new AppError('IO_ERROR', words.uploads.unreadable, { cause })
  }
}

/** Whether two files are one as far as can be told without reading them. */
export function isSameFile(one: File, other: File): boolean {
  return (
    one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
  )
}
