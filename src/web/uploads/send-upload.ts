import { createApiClient } from '../../client/api-client.ts'
import { problemError } from '../../client/response-error.ts'
import { uploadRoutes } from '../../domain/api/routes/uploads.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import type { UploadReceipt } from './uploader.ts'
import { fetchWithProgress, type OnProgress } from './fetch-with-progress.ts'
import type { UploadItem, Upload } from './upload-queue.ts'
import { currentLanguage } from '../i18n/ui-text.ts'

/** Sends an upload. Its ID is the Idempotency-Key, so that repeating it does not create a second batch. */
export async function sendUpload(
  { id, group, choice, items }: Upload,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<UploadReceipt> {
  const { call } = createApiClient({
    fetch: fetchWithProgress(onProgress),
    retries: 0,
    language: currentLanguage.get,
  })
  const form = new FormData()
  if (choice.mapping !== undefined) form.set('mapping', choice.mapping)
  if (Object.keys(choice.params).length > 0) form.set('params', JSON.stringify(choice.params))
  for (const item of items) append(form, item)
  const input = { form, headers: { 'idempotency-key': id }, signal }
  // The route for single files also works if batches are disabled.
  if (items.length === 1 && group === undefined) {
    const { job } = await call(jobRoutes.upload, input)
    return { batch_id: job.batch_id, problems: [] }
  }
  const response = await call(uploadRoutes.extractBatch, { ...input, query: { upload_id: group } })
  return {
    batch_id: response.batch.id,
    problems: response.items.flatMap(({ name, problem }) =>
      problem ? [{ name, error: problemError(problem) }] : [],
    ),
  }
}

function append(form: FormData, { name, source }: UploadItem): void {
  if (typeof source === 'string') form.append('url', source)
  // Omits the content type, which browsers derive from the file name and which may be wrong. The server inspects the
  // content instead.
  else form.append('file', source.slice(), name)
}
