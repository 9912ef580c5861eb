import { z } from 'zod'
import { Discovery } from '../../heat-sheet/discovery.ts'
import type { Route } from '../route.ts'

export const meetRoutes = {
  discoverHeatSheets: {
    method: 'POST',
    path: '/api/discover-heatsheets',
    budget: 'fetches',
    tag: 'Heat sheets',
    summary: 'Find the heat sheets that the page of a swim meet links to',
    description:
      'Fetches the page, and pages of heat sheets that it links to; only public addresses. Nothing is stored.',
    body: z.strictObject({ url: z.string().max(4000).describe("The address of the meet's page.") }),
    success: { status: 200, body: Discovery },
  },
} as const satisfies Record<string, Route>
