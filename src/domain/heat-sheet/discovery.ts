import { z } from 'zod'

export const LinkKind = z.enum(['heat_sheet', 'psych_sheet', 'timeline', 'results', 'other'])
export type LinkKind = z.infer<typeof LinkKind>

/** A document linked from a meet page. */
export const DiscoveredLink = z.object({
  url: z.string().describe('Can be sent to /api/batch/extract.'),
  title: z.string(),
  kind: LinkKind,
  session: z.string().optional().describe('From the link text: "Session 3 Saturday AM".'),
  bytes: z.int().optional().describe('If the server reports it.'),
  modified: z.iso.datetime().optional().describe('If the server reports it.'),
  is_outdated: z
    .boolean()
    .optional()
    .describe('True if the page also has newer documents, or is about a later year.'),
  score: z.number().describe('Relevance for swim parents, 0 to 1.'),
})
export type DiscoveredLink = z.infer<typeof DiscoveredLink>

export const SkipReason = z.enum([
  'blocked',
  'sign_in',
  'not_found',
  'failed',
  'not_pdf',
  'unreadable_folder',
  'no_documents',
  'limit',
  'not_rendered',
])
export type SkipReason = z.infer<typeof SkipReason>

/** A link that looked like a document or a list of documents, and the reason why it was skipped. */
export const SkippedLink = z.object({
  url: z.string(),
  title: z.string(),
  reason: SkipReason.describe(
    '`blocked`: not a public address. `sign_in`: needs an account. `not_pdf`: the file is not a PDF. ' +
      '`unreadable_folder`: shared folder that can be listed only in a browser. `no_documents`: page or folder ' +
      'without PDFs. `limit`: not opened, because the page has too many links. `not_rendered`: could not be ' +
      'opened in a browser.',
  ),
})
export type SkippedLink = z.infer<typeof SkippedLink>

export const Discovery = z
  .object({
    page: z.object({
      url: z.string().describe('Final URL after redirects.'),
      title: z.string().nullable(),
      meet_name: z.string().optional(),
      time_zone: z.string().optional().describe('If the page names exactly one.'),
    }),
    links: z
      .array(DiscoveredLink)
      .describe('The most relevant documents come first, in the order of sessions.'),
    omitted: z.int().describe('Number of less relevant documents beyond the first 100.'),
    skipped: z.array(SkippedLink).describe('Links that could not be followed, with the reason.'),
  })
  .meta({ id: 'Discovery' })
export type Discovery = z.infer<typeof Discovery>
