import type { Blobs } from '../blobs/blobs.ts'
import type { FileSource, UrlSource } from '../db/batches.sql.ts'
import { AppError } from '../domain/errors.ts'
import { cleanFilename } from '../domain/filename.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import { filenameInUrl } from '../fetch/answer.ts'
import type { Guard } from '../fetch/guard.ts'
import type { Upload } from './form.ts'
import { sourceKey } from './keys.ts'

export interface Taking {
  blobs: Blobs
  sandbox: Sandbox
  urlGuard: Guard
}

interface Given {
  id: string
  upload: Upload | undefined
  url: string | undefined
}

/** What a job is to read: a file, which is looked into and stored, or a URL, for a worker to fetch. */
export async function takeSource(
  into: Taking,
  { id, upload, url }: Given,
  signal: AbortSignal,
): Promise<{ original_filename: string } & (FileSource | UrlSource)> {
  if (upload && url !== undefined) {
    throw new AppError('INVALID_REQUEST', 'Send either a file or a url, not both.')
  }
  if (url !== undefined) {
    const allowed = into.urlGuard.parse(url)
    const original_filename = cleanFilename(filenameInUrl(allowed))
    return { original_filename, source_url: allowed.href }
  }
  if (!upload) {
    throw new AppError('NO_FILE', 'No file came with this request. Send a PDF as file, or its url.')
  }
  const { file, bytes, sha256 } = upload.staged
  await into.sandbox.probe(file, { signal })
  const upload_key = sourceKey(id)
  await into.blobs.putFile(upload_key, file)
  const original_filename = cleanFilename(upload.filename)
  return { original_filename, bytes, sha256, upload_key }
}
