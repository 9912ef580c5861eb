import { z } from 'zod'
import { contentTypes, OutputFormat } from '../../mapping/output-formats.ts'
import { MeetResults } from '../../heat-sheet/meet-results.ts'
import { ProgramSwimmer } from '../../heat-sheet/program-swimmers.ts'
import { MeetOptions } from '../../results/meet-options.ts'
import {
  LinkPurpose,
  BatchLink,
  MeetLinkOptions,
  Share,
  SharedBatch,
  SharedResult,
} from '../../results/share.ts'
import { swimIds } from './batches.ts'
import { idParams, noContent, type Route, toPage } from '../route.ts'

export const SharesPage = z.object({ shares: z.array(Share), next_cursor: z.string().nullable() })
export type SharesPage = z.infer<typeof SharesPage>

const expiresInHours = z.int().min(1).max(8760).default(168)

const shareCode = z.object({ code: z.string() })

export const shareRoutes = {
  shareJob: {
    method: 'POST',
    path: '/api/jobs/:id/share',
    requestHeaders: ['Idempotency-Key'],
    tag: 'Share links',
    summary: "Create a public link to a job's result",
    description: 'A job has one link; calling again extends it.',
    params: idParams,
    body: z.strictObject({ expires_in_hours: expiresInHours }),
    success: { status: 201, body: Share, headers: ['Location'] },
  },
  unshareJob: {
    method: 'DELETE',
    path: '/api/jobs/:id/share',
    tag: 'Share links',
    summary: "Revoke a job's link",
    params: idParams,
    success: noContent,
  },
  listShares: {
    method: 'GET',
    path: '/api/shares',
    tag: 'Share links',
    summary: 'List valid links, newest first',
    query: z.object(toPage),
    success: { status: 200, body: SharesPage },
  },
  createBatchLink: {
    method: 'POST',
    path: '/api/batch/:id/links',
    budget: 'links',
    tag: 'Share links',
    summary: 'Create a link to a batch that works in any browser',
    description:
      'A batch has one link for each purpose; calling again extends it and replaces its options. Emails contain the `mail` link. A `calendar` link opens only a calendar to which phones can subscribe.',
    params: idParams,
    body: z.strictObject({
      purpose: LinkPurpose.default('page'),
      expires_in_hours: expiresInHours,
      options: MeetLinkOptions.default({}).describe(
        'What a calendar contains, or the page in an email shows.',
      ),
    }),
    success: { status: 201, body: BatchLink, headers: ['Location'] },
  },
  listBatchLinks: {
    method: 'GET',
    path: '/api/batch/:id/links',
    tag: 'Share links',
    summary: 'List the valid links to a batch, including the one in emails',
    params: idParams,
    success: { status: 200, body: z.object({ links: z.array(BatchLink) }) },
  },
  revokeBatchLink: {
    method: 'DELETE',
    path: '/api/batch/:id/links/:code',
    tag: 'Share links',
    summary: 'Revoke a link to a batch',
    params: idParams.extend(shareCode.shape),
    success: noContent,
  },
  sharedBatch: {
    method: 'GET',
    path: '/api/result/:code/batch',
    access: 'public',
    tag: 'Share links',
    summary: 'Get the documents of a shared batch',
    params: shareCode,
    success: { status: 200, body: SharedBatch },
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
    query: z.object({
      format: OutputFormat.optional().describe('Default: the primary output.'),
      job_id: z.uuid().optional().describe('For a link to a batch: the document.'),
    }),
    success: { status: 200, body: 'file', types: Object.values(contentTypes) },
  },
  sharedMeet: {
    method: 'GET',
    budget: 'exports',
    path: '/api/result/:code/meet',
    access: 'public',
    tag: 'Share links',
    summary: 'Get the swims on shared heat sheets',
    description: 'Any swimmers on the sheets can be chosen, as for a batch.',
    params: shareCode,
    query: MeetOptions,
    success: { status: 200, body: MeetResults },
  },
  sharedSwimmers: {
    method: 'GET',
    budget: 'exports',
    path: '/api/result/:code/swimmers',
    access: 'public',
    tag: 'Share links',
    summary: 'List everybody on shared heat sheets',
    params: shareCode,
    success: { status: 200, body: z.object({ swimmers: z.array(ProgramSwimmer) }) },
  },
  sharedCalendar: {
    method: 'GET',
    budget: 'exports',
    path: '/api/result/:code/calendar.ics',
    acceptsUnknown: true,
    requestHeaders: ['If-None-Match'],
    access: 'public',
    tag: 'Share links',
    summary: 'Get the swims on shared heat sheets as a calendar',
    description:
      'Phones can subscribe to the URL. A calendar link always shows the selection of its owner; query parameters do not change it.',
    params: shareCode,
    query: MeetLinkOptions.extend({ events: swimIds }),
    success: { status: 200, body: 'file', types: [contentTypes.ics] },
  },
} as const satisfies Record<string, Route>
