import type { Reading } from '../../domain/reading/reading.ts'

/** The text of the pages, with a form feed before each page but the first. */
export function renderTxt({ pages }: Reading): string {
  return pages.map(({ text }) => `${text}\n`).join('\f')
}
