/** Summary of an invoice whose date and parties are unknown. */
export const invoiceSummary = {
  kind: 'invoice',
  number: 'A-1',
  date: null,
  seller: null,
  buyer: null,
  total: '1',
  currency: 'IDR',
} as const
