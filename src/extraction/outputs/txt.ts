import type { Reading } from '../../domain/reading/reading.ts'

/** Text of the pages, separated by form feeds. */
export function renderTxt({ pages }: Reading): string {
  return pages.map(({ text }) => `${text}\n`).join('\f')
}
