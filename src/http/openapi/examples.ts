import type { routes } from '../../domain/api/routes/routes.ts'

/** Examples of JSON bodies, shown in the API documentation. A test validates them. */
export const bodyExamples: Partial<Record<keyof typeof routes, object>> = {
  upload: {
    url: 'https://example.com/invoice.pdf',
    mapping: 'auto',
    client_reference: 'order 4711',
    callback_url: 'https://example.com/done',
  },
  extractBatch: {
    urls: ['https://example.com/a.pdf', 'https://example.com/b.pdf'],
    mapping: 'invoice_v1',
    client_reference: 'November',
  },
  extractUrl: { url: 'https://example.com/invoice.pdf' },
  commitUpload: { filename: 'invoice.pdf', client_reference: 'order 4711' },
  cancelJobs: { filter: { status: 'active' } },
  retryJobs: { filter: { status: 'failed', created_from: '2026-11-01T00:00:00Z' } },
  deleteJobs: { filter: { client_reference: 'order 4711' } },
  readJobsAgain: { filter: { needs_review: true }, mapping: 'auto' },
  exportJobs: { filter: { period: '2026-11' }, format: 'xlsx' },
  checkExport: { filter: { period: '2026-11' }, period: '2026-11' },
  correctReading: { changes: [{ path: 'buyer.name', value: 'PT Maju' }] },
  createWebhook: { url: 'https://example.com/hook', events: ['job.failed', 'batch.ended'] },
  changeWebhook: { enabled: false },
  notifyBatch: { email: 'anna@example.com', language: 'en' },
  shareJob: { expires_in_hours: 24 },
  createKey: { name: 'the shop' },
  createParty: { name: 'PT Maju', tin: '0123456782012000' },
}

const job = {
  id: '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b',
  batch_id: '0190a1b2-c3d4-7e5f-8a6b-000000000001',
  client_reference: 'order 4711',
}

/** Returns an example of the body that Docket sends to a webhook or callback. */
export function createEventExample(type: string): object {
  const timestamp = '2026-11-15T00:00:00.000000Z'
  if (type === 'webhook.test') return { type, timestamp, data: { webhook_id: job.id } }
  if (type === 'batch.ended') {
    const { batch_id: id, client_reference } = job
    const counts = { total: 2, complete: 2, failed: 0, cancelled: 0, needs_review: 1 }
    return { type, timestamp, data: { id, client_reference, status: 'complete', ...counts } }
  }
  const status = type === 'job.needs_review' ? 'complete' : type.slice('job.'.length)
  const error = status === 'failed' && {
    error_code: 'NOT_PDF',
    error_message: 'This file is not a PDF.',
  }
  const data = {
    ...job,
    sequence: 1,
    original_filename: 'invoice.pdf',
    mapping: 'auto',
    read_by: 'invoice_v1',
    status,
    needs_review: type === 'job.needs_review',
    error_code: null,
    error_detail: null,
    error_message: null,
    ...error,
  }
  return { type, timestamp, data }
}
