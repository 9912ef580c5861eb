import { z } from 'zod'
import { ExchangeRate } from '../../invoice/exchange-rate.ts'
import { noContent, type Route } from '../route.ts'

const Rates = z.object({ rates: z.array(ExchangeRate).describe('Newest first.') })

const tag = 'Directory'
const path = '/api/rates'

/** Weekly Ministry of Finance exchange rates, for invoices in foreign currencies. */
export const rateRoutes = {
  listRates: {
    method: 'GET',
    path,
    tag,
    summary: 'List exchange rates',
    success: { status: 200, body: Rates },
  },
  saveRates: {
    method: 'PUT',
    path,
    requiresDiskSpace: true,
    tag,
    summary: 'Save exchange rates',
    description:
      'Replaces rates of the same currency and week and keeps all others. Waiting invoices in these currencies are checked again.',
    body: z.strictObject({ rates: z.array(z.strictObject(ExchangeRate.shape)).min(1).max(1000) }),
    maxBodyBytes: 128 * 1024,
    success: { status: 200, body: Rates },
  },
  importRates: {
    method: 'POST',
    path: `${path}/import`,
    budget: 'imports',
    requiresDiskSpace: true,
    tag,
    summary: 'Import exchange rates from CSV',
    description:
      'Columns: currency, valid_from, rate and, if not 1, units. Imports all rows or none.',
    text: 'text/csv',
    success: { status: 200, body: Rates },
  },
  deleteRate: {
    method: 'DELETE',
    path: `${path}/:currency/:valid_from`,
    tag,
    summary: 'Delete an exchange rate',
    params: z.object({
      currency: ExchangeRate.shape.currency,
      valid_from: ExchangeRate.shape.valid_from,
    }),
    success: noContent,
  },
} as const satisfies Record<string, Route>
