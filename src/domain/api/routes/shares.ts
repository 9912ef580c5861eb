import { z } from 'zod'
import { contentTypes, OutputFormat } from '../../mapping/output-formats.ts'
import { Share, SharedResult } from '../../results/share.ts'
import { jobId, toPage, type Route } from '../route.ts'

export const SharesPage = z.object({ shares: z.array(Share), next_cursor: z.string().nullable() })
export type SharesPage = z.infer<typeof SharesPage>

const shareCode = z.object({ code: z.string() })

export const shareRoutes = {
  shareJob: {
    method: 'POST',
    path: '/api/jobs/:id/share',
    requestHeaders: ['Idempotency-Key'],
    tag: 'Share links',
    summary: 'Create a public link to the result of a job',
    description: 'A job has one link; calling again extends it.',
    params: jobId,
    body: z.strictObject({ expires_in_hours: z.int().min(1).max(8760).default(168) }),
    success: { status: 201, body: Share, headers: ['Location'] },
  },
  unshareJob: {
    method: 'DELETE',
    path: '/api/jobs/:id/share',
    tag: 'Share links',
    summary: 'Revoke the link of a job',
    params: jobId,
    success: { status: 204, body: 'nothing' },
  },
  listShares: {
    method: 'GET',
    path: '/api/shares',
    tag: 'Share links',
    summary: 'List valid links, newest first',
    query: z.object(toPage),
    success: { status: 200, body: SharesPage },
  },
  sharedResult: {
    method: 'GET',
    path: '/api/result/:code',
    access: 'public',
    tag: 'Share links',
    summary: 'Get a shared result',
    params: shareCode,
    success: { status: 200, body: SharedResult },
  },
  downloadShared: {
    method: 'GET',
    path: '/api/result/:code/download',
    requestHeaders: ['If-None-Match'],
    access: 'public',
    tag: 'Share links',
    summary: 'Download a shared result',
    params: shareCode,
    query: z.object({ format: OutputFormat.optional().describe('Default: the first output.') }),
    success: { status: 200, body: 'file', types: Object.values(contentTypes) },
  },
} as const satisfies Record<string, Route>
