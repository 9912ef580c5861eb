import { z } from 'zod'
import { Discovery } from '../../heat-sheet/discovery.ts'
import { SheetCheck } from '../../results/sheet-check.ts'
import { idParams, type Route } from '../route.ts'

export const meetRoutes = {
  discoverHeatSheets: {
    method: 'POST',
    path: '/api/discover-heatsheets',
    budget: 'fetches',
    tag: 'Heat sheets',
    summary: 'Find heat sheets on the web page of a swim meet',
    description:
      'Fetches the page and the heat sheet pages that it links to, from public URLs only. Nothing is stored.',
    body: z.strictObject({ url: z.string().max(4000).describe('URL of the meet page.') }),
    success: { status: 200, body: Discovery },
  },
  checkNewerSheets: {
    method: 'POST',
    path: '/api/batch/:id/check-sheets',
    budget: 'fetches',
    tag: 'Heat sheets',
    summary: 'Check the URLs of the heat sheets in a batch for newer documents',
    description:
      'Fetches every sheet that was added by its URL. A newer document is read and replaces the earlier one; `newer` of the meet lists what changed.',
    params: idParams,
    success: { status: 200, body: z.object({ sheets: z.array(SheetCheck) }) },
  },
} as const satisfies Record<string, Route>
