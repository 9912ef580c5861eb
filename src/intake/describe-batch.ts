import { findCallbackSigner } from '../db/notify/webhooks.sql.ts'
import type { ReceiveDeps, UploadClient } from './receive.ts'
import type { parseUploadFields } from './upload-form.ts'

/** Returns a new batch without its ID and jobs. */
export async function describeBatch(
  { db, maxRunningPerBatch, reader }: ReceiveDeps,
  { owner_id, upload_id, client_ip, user_agent, request }: UploadClient,
  options: Awaited<ReturnType<typeof parseUploadFields>>,
  maxItems: number,
) {
  const callback = options.callback_url !== undefined && {
    callback_scope: maxItems === 1 ? ('job' as const) : ('batch' as const),
    callback_id: await findCallbackSigner(db, owner_id),
  }
  // A job from an earlier request keeps that request's reference and callback. A request with its own reference or
  // callback therefore needs a new job.
  const isShared = options.client_reference === undefined && !callback
  return {
    owner_id,
    upload_id,
    client_ip,
    user_agent,
    request_id: request?.id,
    traceparent: request?.traceparent,
    ...options,
    ...callback,
    is_single: maxItems === 1 && isShared,
    max_running: maxRunningPerBatch,
    reader,
  }
}
