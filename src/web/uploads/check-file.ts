import { AppError } from '../../domain/errors.ts'
import { words } from '../words.ts'

/** Viewers accept a PDF whose header is preceded by up to this much of something else. */
const headerWithin = 1024

/** Refuses before sending what the server would refuse after it. */
export async function checkFile(file: Blob, maxUploadBytes: number): Promise<void> {
  const head = await readHead(file)
  if (file.size === 0) throw new AppError('EMPTY_FILE')
  if (file.size > maxUploadBytes) throw new AppError('TOO_LARGE')
  if (!head.includes('%PDF-')) throw new AppError('NOT_PDF')
}

async function readHead(file: Blob): Promise<string> {
  try {
    return new TextDecoder('latin1').decode(await file.slice(0, headerWithin).arrayBuffer())
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
