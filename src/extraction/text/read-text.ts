import type { Page, Reading } from '../../domain/reading/reading.ts'

/** Reads any PDF that contains text, without interpreting it. */
export function readText(pages: Page[]): Reading {
  const word_count = pages.reduce((sum, { words }) => sum + words.length, 0)
  return { kind: 'text', page_count: pages.length, word_count, pages }
}
