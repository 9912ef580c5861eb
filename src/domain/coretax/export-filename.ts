import type { CheckedDocument } from './preflight-result.ts'

/** Returns the file name without an extension: seller and tax period. */
export function exportFilename(documents: readonly CheckedDocument[]): string {
  const seller = documents.find((document) => document.seller !== null)?.seller ?? ''
  const periods = [...new Set(documents.flatMap(({ period }) => period ?? []))].sort()
  const name = seller
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const [first, last] = [periods[0], periods.at(-1)]
  const span = first === last ? first : `${first}_${last}`
  return ['coretax', name, span].filter(Boolean).join('-')
}
