import type { Reading } from '../../domain/reading/reading.ts'

/** Joins the page text with form feeds. */
export function renderTxt({ pages }: Reading): string {
  return pages.map(({ text }) => `${text}\n`).join('\f')
}
