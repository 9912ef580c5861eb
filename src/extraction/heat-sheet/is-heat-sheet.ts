import type { Page } from '../../domain/reading/reading.ts'
import { isSessionReport } from './session-report.ts'

const eventPattern = /(?:\bEvent\s+|#\s?)\d+[A-Z]?\s+(?:-\s+)?(?:Boys|Girls|Men|Women|Mixed)\b/i
const germanEventPattern = /\bWettkampf\s+\d+\s+-\s/
const heatPattern =
  /\bHeat\s+\d+(?:\s+of\s+\d+|\s+(?:Finals|Prelims)|\s+\(#)|\bH\d+\s+L\d|\bLauf\s+\d+\/\d+|\bPsych Sheet\b/i

/** Requires swim events and either heats or an entry list; other documents do not have both. */
export function isHeatSheet(pages: Page[]): boolean {
  if (pages.some(({ text }) => isSessionReport(text))) return true
  const has = (pattern: RegExp) => pages.some(({ text }) => pattern.test(text))
  return (has(eventPattern) || has(germanEventPattern)) && has(heatPattern)
}
