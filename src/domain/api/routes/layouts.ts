import { z } from 'zod'
import { Timestamp } from '../../values/timestamp.ts'
import { idParams, noContent, type Route } from '../route.ts'

const LearnedLayout = z
  .object({
    name: z.string(),
    title: z.string(),
    version: z.int(),
    yaml: z.string(),
    is_edited: z.boolean().describe('Changed by a user, so that Docket no longer replaces it.'),
    document_count: z.int().describe('Number of documents it was learned from.'),
    saved_at: Timestamp,
  })
  .meta({ id: 'LearnedLayout' })
export type LearnedLayout = z.infer<typeof LearnedLayout>

const LayoutOffer = z
  .object({
    name: z.string(),
    seller: z.string(),
    yaml: z.string(),
    document_count: z.int().describe('Number of documents it is learned from.'),
    is_saved: z.boolean().describe('Whether Docket already uses it to read later documents.'),
    is_refinement: z
      .boolean()
      .describe('Whether it replaces a layout learned from fewer documents.'),
  })
  .meta({ id: 'LayoutOffer' })
export type LayoutOffer = z.infer<typeof LayoutOffer>

const tag = 'Mappings'
const layout = z.object({ name: z.string().max(100) })

export const layoutRoutes = {
  offerLayout: {
    method: 'GET',
    path: '/api/jobs/:id/layout',
    budget: 'trials',
    tag,
    summary: 'Learn the layout of an approved document',
    description:
      'An invoice, or a document with custom fields of which some were corrected. Stores nothing. `NOT_LEARNED` states why nothing can be learned.',
    params: idParams,
    success: { status: 200, body: LayoutOffer },
  },
  acceptLayout: {
    method: 'POST',
    path: '/api/jobs/:id/layout',
    budget: 'trials',
    requiresDiskSpace: true,
    tag,
    summary: "Read the sender's later documents with this document's layout",
    params: idParams,
    success: { status: 200, body: LearnedLayout },
  },
  listLayouts: {
    method: 'GET',
    path: '/api/layouts',
    tag,
    summary: 'List your learned layouts',
    success: { status: 200, body: z.object({ layouts: z.array(LearnedLayout) }) },
  },
  saveLayout: {
    method: 'PUT',
    path: '/api/layouts/:name',
    budget: 'trials',
    requiresDiskSpace: true,
    tag,
    summary: 'Change one of your learned layouts',
    params: layout,
    body: z.strictObject({ yaml: z.string().max(64 * 1024) }),
    maxBodyBytes: 96 * 1024,
    success: { status: 200, body: LearnedLayout },
  },
  deleteLayout: {
    method: 'DELETE',
    path: '/api/layouts/:name',
    budget: 'bulk-changes',
    tag,
    summary: 'Delete one of your learned layouts',
    params: layout,
    success: noContent,
  },
} as const satisfies Record<string, Route>
