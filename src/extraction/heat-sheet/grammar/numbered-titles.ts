import type { MeetGrammar } from './grammar.ts'
import type { EventTitle } from './titles.ts'

/**
 * Parses a title without the word for "event". Only a heat or a table below it distinguishes it from a line in a list
 * of events.
 */
export function parseNumberedTitle(
  text: string,
  next: string,
  grammar: MeetGrammar,
): EventTitle | undefined {
  const title = grammar.parseNumberedTitle(text)
  return title && (grammar.parseHeatTitle(next) ?? grammar.isTableHeader(next)) ? title : undefined
}
