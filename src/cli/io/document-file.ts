import { open, stat } from 'node:fs/promises'
import {
  checkDocumentHead,
  detectFormat,
  type DocumentFormat,
} from '../../domain/document/document-format.ts'
import { maxHeaderOffset } from '../../domain/document/pdf-file.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { errorMessage } from './describe-error.ts'

/** Returns the format of a PDF or an image. Rejects other files before a child process opens them. */
export async function requireDocument(file: string): Promise<DocumentFormat> {
  const kind = await stat(file).catch((cause: unknown) => {
    throw new AppError('NOT_FOUND', createDetail('file_not_found', {}), { cause })
  })
  if (!kind.isFile()) throw new AppError('NOT_PDF', createDetail('not_a_file', {}))
  const head = await readHead(file)
  const error = checkDocumentHead(head)
  if (error) throw error
  return detectFormat(head) ?? 'pdf'
}

export async function requirePdf(file: string): Promise<void> {
  if ((await requireDocument(file)) !== 'pdf') throw new AppError('NOT_PDF')
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
