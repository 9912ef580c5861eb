import type { Page } from '../../domain/reading/reading.ts'
import { isSessionReport } from './session-report.ts'

const event = /(?:\bEvent\s+|#\s?)\d+[A-Z]?\s+(?:-\s+)?(?:Boys|Girls|Men|Women|Mixed)\b/i
const wettkampf = /\bWettkampf\s+\d+\s+-\s/
const heat =
  /\bHeat\s+\d+(?:\s+of\s+\d+|\s+(?:Finals|Prelims)|\s+\(#)|\bH\d+\s+L\d|\bLauf\s+\d+\/\d+|\bPsych Sheet\b/i

/** Events of a swim meet, and heats or a list of entries: nothing else speaks of both. */
export function isHeatSheet(pages: Page[]): boolean {
  if (pages.some(({ text }) => isSessionReport(text))) return true
  const has = (pattern: RegExp) => pages.some(({ text }) => pattern.test(text))
  return (has(event) || has(wettkampf)) && has(heat)
}
