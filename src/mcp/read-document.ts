import { constants, openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { checkDocumentHead } from '../domain/document/document-format.ts'
import { maxHeaderOffset } from '../domain/document/pdf-file.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/**
 * Reads a file only if it is a PDF or an image, because text in a document may tell the assistant to submit a file that
 * contains secrets. Rejects devices and pipes, which may never end.
 */
export async function readDocument(file: string): Promise<Blob> {
  const fault = checkDocumentHead(await readHead(file).catch(rethrowUnreadable(file)))
  if (fault) throw fault
  return openAsBlob(file).catch(rethrowUnreadable(file))
}

async function readHead(file: string): Promise<Uint8Array> {
  // Without O_NONBLOCK, opening a pipe waits for a writer.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!(await handle.stat()).isFile()) throw Object.assign(new Error(), { code: 'EINVAL' })
    const head = new Uint8Array(maxHeaderOffset)
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function rethrowUnreadable(file: string) {
  return (cause: unknown): never => {
    const reason = getSystemErrorCode(cause) ?? 'unreadable'
    throw new AppError('NO_FILE', createDetail('file_unreadable', { file, fault: reason }), {
      cause,
    })
  }
}
