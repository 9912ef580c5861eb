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
  score: z.number().describe('Relevance for swim parents, 0 to 1.'),
})
export type DiscoveredLink = z.infer<typeof DiscoveredLink>

export const Discovery = z
  .object({
    page: z.object({
      url: z.string().describe('Final URL after redirects.'),
      title: z.string().nullable(),
      meet_name: z.string().optional(),
      time_zone: z.string().optional().describe('If the page names exactly one.'),
    }),
    links: z.array(DiscoveredLink).describe('Most relevant first; sessions in order.'),
  })
  .meta({ id: 'Discovery' })
export type Discovery = z.infer<typeof Discovery>
