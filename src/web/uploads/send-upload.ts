import { createAsker } from '../../client/ask.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { batchRoutes } from '../../domain/api/routes/batches.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import type { Received } from './uploader.ts'
import { fetchWithProgress, type OnProgress } from './fetch-with-progress.ts'
import type { Item, Shipment } from './upload-queue.ts'

/** Hands a shipment over. Sent twice, it is taken once: its id goes with it. */
export async function sendShipment(
  { id, choice, items }: Shipment,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Received> {
  const { ask } = createAsker({ fetch: fetchWithProgress(onProgress), retries: 0 })
  const form = new FormData()
  if (choice.mapping !== undefined) form.set('mapping', choice.mapping)
  if (Object.keys(choice.params).length > 0) form.set('params', JSON.stringify(choice.params))
  for (const item of items) append(form, item)
  const wanted = { form, headers: { 'idempotency-key': id }, signal }
  // Works where batches are switched off, too.
  if (items.length === 1) {
    const { job } = await ask(jobRoutes.upload, wanted)
    return { batch_id: job.batch_id, problems: [] }
  }
  const answer = await ask(batchRoutes.extractBatch, wanted)
  return {
    batch_id: answer.batch.id,
    problems: answer.items.flatMap(({ name, problem }) =>
      problem ? [{ name, error: new AppError(problem.code, problem.detail) }] : [],
    ),
  }
}

function append(form: FormData, { name, source }: Item): void {
  if (typeof source === 'string') form.append('url', source)
  else form.append('file', source, name)
}
