import { readError } from '../../client/response-error.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { uiText } from '../i18n/ui-text.ts'

/** Fetches Docket's sample PDF as a File. */
export async function fetchSample(): Promise<File> {
  const response = await fetch('/sample.pdf').catch((cause: unknown) => {
    throw new AppError('IO_ERROR', undefined, { cause })
  })
  if (!response.ok) throw await readError(response)
  // The date is fixed, so that a second copy is recognised as a duplicate.
  return new File([await response.blob()], uiText.upload.sampleName, { lastModified: 0 })
}
