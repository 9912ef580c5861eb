import { z } from 'zod'
import { Discovery } from '../../heat-sheet/discovery.ts'
import type { Route } from '../route.ts'

export const meetRoutes = {
  discoverHeatSheets: {
    method: 'POST',
    path: '/api/discover-heatsheets',
    budget: 'fetches',
    tag: 'Heat sheets',
    summary: 'Find heat sheets on the web page of a swim meet',
    description:
      'Fetches the page and linked heat sheet pages; only public URLs. Nothing is stored.',
    body: z.strictObject({ url: z.string().max(4000).describe('URL of the meet page.') }),
    success: { status: 200, body: Discovery },
  },
} as const satisfies Record<string, Route>
