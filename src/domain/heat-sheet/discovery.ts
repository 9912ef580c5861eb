import { z } from 'zod'

export const LinkKind = z.enum(['heat_sheet', 'psych_sheet', 'timeline', 'results', 'other'])
export type LinkKind = z.infer<typeof LinkKind>

/** A document that a meet's page links to. */
export const DiscoveredLink = z.object({
  url: z.string().describe('Ready to be sent to /api/batch/extract.'),
  title: z.string(),
  kind: LinkKind,
  session: z.string().optional().describe('As far as the link tells: "Session 3 Saturday AM".'),
  bytes: z.int().optional().describe('As far as the server tells.'),
  score: z.number().describe('How likely it is what a swim parent looks for, 0 to 1.'),
})
export type DiscoveredLink = z.infer<typeof DiscoveredLink>

export const Discovery = z
  .object({
    page: z.object({
      url: z.string().describe('Where the page was in the end, after redirects.'),
      title: z.string().nullable(),
      meet_name: z.string().optional(),
      time_zone: z.string().optional().describe('Where the page names one, and only one.'),
    }),
    links: z.array(DiscoveredLink).describe('The likeliest first; sessions in their order.'),
  })
  .meta({ id: 'Discovery' })
export type Discovery = z.infer<typeof Discovery>
