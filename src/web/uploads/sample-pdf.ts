import { readError } from '../../client/response-error.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { words } from '../i18n/words.ts'

/** The PDF that comes with Docket, as a file that a person might have chosen. */
export async function fetchSample(): Promise<File> {
  const response = await fetch('/sample.pdf').catch((cause: unknown) => {
    throw new AppError('IO_ERROR', undefined, { cause })
  })
  if (!response.ok) throw await readError(response)
  // Always the same date, so that a second try is seen to be the same file.
  return new File([await response.blob()], words.upload.sampleName, { lastModified: 0 })
}
