import { z } from 'zod'
import { contentTypes, OutputFormat } from '../../mapping/mapping.ts'
import { Share, SharedResult } from '../../results/share.ts'
import { jobId, pageOf, type Route } from '../route.ts'

export const SharesPage = z.object({ shares: z.array(Share), next_cursor: z.string().nullable() })
export type SharesPage = z.infer<typeof SharesPage>

const shareCode = z.object({ code: z.string() })

export const shareRoutes = {
  shareJob: {
    method: 'POST',
    path: '/api/jobs/:id/share',
    honours: ['Idempotency-Key'],
    tag: 'Share links',
    summary: 'Make a link that shows the result of a job to anyone',
    description: 'A job has one link. Asked again, the link stays and its end moves.',
    params: jobId,
    body: z.strictObject({ expires_in_hours: z.int().min(1).max(8760).default(168) }),
    success: { status: 201, body: Share, tells: ['Location'] },
  },
  unshareJob: {
    method: 'DELETE',
    path: '/api/jobs/:id/share',
    tag: 'Share links',
    summary: 'Take the link of a job back',
    params: jobId,
    success: { status: 204, body: 'nothing' },
  },
  listShares: {
    method: 'GET',
    path: '/api/shares',
    tag: 'Share links',
    summary: 'List my links that work, newest first',
    query: z.object(pageOf),
    success: { status: 200, body: SharesPage },
  },
  sharedResult: {
    method: 'GET',
    path: '/api/result/:code',
    access: 'public',
    tag: 'Share links',
    summary: 'What a link shows',
    params: shareCode,
    success: { status: 200, body: SharedResult },
  },
  downloadShared: {
    method: 'GET',
    path: '/api/result/:code/download',
    honours: ['If-None-Match'],
    access: 'public',
    tag: 'Share links',
    summary: 'Download the result that a link shows',
    params: shareCode,
    query: z.object({ format: OutputFormat.optional().describe('Left out: the first output.') }),
    success: { status: 200, body: 'file', types: Object.values(contentTypes) },
  },
} as const satisfies Record<string, Route>
