import type { MeetVocabulary } from '../../../domain/heat-sheet/meet-vocabulary.ts'
import { createStartTest, toWordPattern } from './word-pattern.ts'

/** Counts that a sheet states for an event. */
export interface StatedCounts {
  heats?: number
  entries?: number
}

/** The columns of a table that lists each club's entries per session. */
export interface CountTable {
  /** Session numbers, in column order. */
  sessions: number[]
  /** True if the last column contains the total. */
  has_total: boolean
}

export interface CountGrammar {
  /** Separates a title from its counts: `50m Brust (4 Läufe)`, `50 Free (4 heats, 23 entries)`. */
  splitCounts: (text: string) => { text: string; counts: StatedCounts }
  /** Reads a row that contains only counts: `23 entries`, `Entries: 23`. */
  parseCountRow: (text: string) => StatedCounts | undefined
  /** Reads a header row such as `Verein DSV-Id Teilnehmer Abs.1 Abs.2 Gesamt`. */
  parseCountTable: (text: string) => CountTable | undefined
  /** Reads each session's individual and relay entries from `Alle Vereine 238/ 242 667/ 11 566/ 9`. */
  parseCountTotals: (text: string, table: CountTable) => [number, number][] | undefined
}

const sessionColumn = /(?<!\p{L})\p{L}{1,12}\.?\s?(?<number>\d{1,2})(?![\p{N}\p{L}])/gu
const countPair = /(\d+)\s?\/\s?(\d+)/g

export function createCountGrammar(words: MeetVocabulary): CountGrammar {
  const compile = (source: string, flags = 'iu') => new RegExp(source, flags)
  const heats = toWordPattern(words.heats)
  const entries = toWordPattern(words.entries)
  const one = `\\d{1,4}\\s+(?:${heats}|${entries})`
  const list = `${one}(?:\\s*[,;/&]\\s*${one})*`
  const bracketed = compile(`\\s*[[(]\\s*${list}\\s*[\\])]`)
  const plain = compile(`^${list}$`)
  const labelled = compile(`^(?:${entries})\\s*:\\s*(?<entries>\\d{1,4})$`)
  const heatCount = compile(`(\\d{1,4})\\s+(?:${heats})`)
  const entryCount = compile(`(\\d{1,4})\\s+(?:${entries})`)
  const isClubWord = createStartTest(words.team)
  const isTotalWord = createStartTest(words.total)
  const totalEnd = compile(`(?:${toWordPattern(words.total)})$`)
  const readCounts = (text: string): StatedCounts => {
    const [heatsFound, entriesFound] = [heatCount, entryCount].map((one) => one.exec(text)?.[1])
    return {
      ...(heatsFound !== undefined && { heats: Number(heatsFound) }),
      ...(entriesFound !== undefined && { entries: Number(entriesFound) }),
    }
  }
  return {
    splitCounts: (text) => {
      const found = bracketed.exec(text)?.[0]
      if (found === undefined) return { text, counts: {} }
      return { text: text.replace(found, '').trim(), counts: readCounts(found) }
    },
    parseCountRow: (text) => {
      if (plain.test(text)) return readCounts(text)
      const stated = labelled.exec(text)?.groups?.['entries']
      return stated === undefined ? undefined : { entries: Number(stated) }
    },
    parseCountTable: (text) => {
      if (!isClubWord(text) || text.search(countPair) >= 0) return undefined
      const sessions = [...text.matchAll(sessionColumn)].map(({ groups }) =>
        Number(groups?.['number']),
      )
      const isAscending = sessions.every(
        (number, at) => at === 0 || number > (sessions[at - 1] ?? 0),
      )
      if (sessions.length === 0 || !isAscending) return undefined
      return { sessions, has_total: totalEnd.test(text) }
    },
    parseCountTotals: (text, { sessions, has_total }) => {
      if (!isTotalWord(text)) return undefined
      const pairs = [...text.matchAll(countPair)].map(([, single, relay]): [number, number] => [
        Number(single),
        Number(relay),
      ])
      const end = pairs.length - (has_total ? 1 : 0)
      return end < sessions.length ? undefined : pairs.slice(end - sessions.length, end)
    },
  }
}
