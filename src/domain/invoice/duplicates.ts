import type { InvoiceReading } from './invoice.ts'

/**
 * Invoices of one seller with a number that an earlier one has: each with the index of the first of its number.
 * Upper case and spaces do not tell numbers apart.
 */
export function sameNumbers(
  invoices: readonly Pick<InvoiceReading, 'number'>[],
): [index: number, earlier: number][] {
  const first = new Map<string, number>()
  return invoices.flatMap(({ number }, index): [number, number][] => {
    const key = number?.replace(/\s+/g, '').toUpperCase()
    if (!key) return []
    const earlier = first.get(key)
    if (earlier !== undefined) return [[index, earlier]]
    first.set(key, index)
    return []
  })
}
