import type { MeetVocabulary } from '../../domain/heat-sheet/meet-vocabulary.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { buildLines } from '../text/build-lines.ts'
import { joinWords, toSegments } from '../text/text-lines.ts'
import { createGrammar, type MeetGrammar } from './grammar/grammar.ts'

/** `Konkurencja 4, Kobiet, 50m dowolny`: a word, a number and a distance in metres. */
const eventRow =
  /^(?<event>\p{L}{3,15})\.?\s+(?:\p{L}{1,4}\.\s*)?(?<number>\d{1,3})(?:,|\s+[-–]|:|\s)\s*\p{L}.*\b\d{2,4}\s?m\b/u
/** `Seria 2 z 5`: a word, the heat, a short word and the number of heats. */
const heatRow =
  /^(?<heat>\p{L}{3,12})\s+(?:\p{L}{1,4}\.\s*)?(?<number>\d{1,3})\s+(?<of>\p{L}{1,5}|\/)\s+(?<total>\d{1,3})(?:[\s,;(]|$)/u
const minRows = 2

/**
 * Adds an unknown language's words to the grammar. The word that starts several rows with a number and a distance means
 * "event". The word that starts rows such as "Seria 2 z 5" means "heat". Returns the grammar unchanged if its words are
 * sufficient.
 */
export function learnGrammar(pages: Page[], base: MeetGrammar): MeetGrammar {
  const texts = pages.flatMap(({ text }) =>
    text.split('\n').map((line) => line.trim().replace(/\s+/g, ' ')),
  )
  const grammar = learnNumberedTitles(pages, base)
  const isKnown = texts.some(
    (text) => grammar.parseEventTitle(text) && !grammar.isTableHeader(text),
  )
  const hasHeats = texts.some((text) => grammar.parseHeatTitle(text))
  if (isKnown && hasHeats) return grammar
  const event = isKnown ? undefined : learn(texts, eventRow, () => true)
  const heat = hasHeats
    ? undefined
    : learn(
        texts,
        heatRow,
        ({ heat: word, of, number, total }) =>
          // Not the lanes of a grid: `Bahn 1 Bahn 2`.
          word?.toLowerCase() !== of?.toLowerCase() && Number(number) <= Number(total),
      )
  if (!event && !heat) return grammar
  const { vocabulary } = grammar
  const learned: MeetVocabulary = {
    ...vocabulary,
    event: [...vocabulary.event, ...(event ? [event['event'] ?? ''] : [])],
    heat: [...vocabulary.heat, ...(heat ? [heat['heat'] ?? ''] : [])],
    of: [...vocabulary.of, ...(heat && heat['of'] !== '/' ? [heat['of'] ?? ''] : [])],
  }
  return createGrammar(learned, grammar.places)
}

/**
 * Treats numbered titles as event titles in an entry list that has no word for "event": `3. Women 50m Freestyle`.
 * Elsewhere, such a row may belong to a list of events.
 */
function learnNumberedTitles(pages: Page[], grammar: MeetGrammar): MeetGrammar {
  if (pages.some(({ text }) => grammar.mentionsEvent(text))) return grammar
  const lines = pages.flatMap(({ words }) => buildLines(words))
  const cells = lines.flatMap(({ words }) => toSegments(words, 0).map(({ text }) => text))
  const numbers = cells.flatMap((cell) => grammar.parseNumberedTitle(cell)?.number ?? [])
  const entries = lines.filter(({ words }) => grammar.looksLikeEntry(joinWords(words)))
  const isHeat = (text: string) => grammar.parseHeatTitle(text) !== undefined
  if (new Set(numbers).size < minRows || entries.length < minRows || cells.some(isHeat))
    return grammar
  return {
    ...grammar,
    parseEventTitle: (text) => grammar.parseEventTitle(text) ?? grammar.parseNumberedTitle(text),
    isTitleStart: (word) => grammar.isTitleStart(word) || /^\d{1,3}[A-Z]?[.):]?$/.test(word),
    mentionsEvent: () => true,
  }
}

type Groups = Record<string, string | undefined>

/**
 * Finds the word that starts the most matching rows. Returns the capture groups of its first row, or undefined if fewer
 * than `minRows` rows start with it.
 */
function learn(
  texts: string[],
  pattern: RegExp,
  isValid: (groups: Groups) => boolean,
): Groups | undefined {
  const found = new Map<string, Groups[]>()
  for (const text of texts) {
    const groups = pattern.exec(text)?.groups
    if (!groups || !isValid(groups)) continue
    const word = (groups['event'] ?? groups['heat'] ?? '').toLowerCase()
    found.set(word, [...(found.get(word) ?? []), groups])
  }
  const best = [...found.values()].toSorted((a, b) => b.length - a.length)[0]
  return best && best.length >= minRows ? best[0] : undefined
}
