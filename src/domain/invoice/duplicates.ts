import type { InvoiceReading } from './invoice.ts'

/**
 * Finds invoices that repeat the number of an earlier invoice from the same seller, each with the index of the first
 * invoice with that number. Ignores case and spaces.
 */
export function findDuplicateNumbers(
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
