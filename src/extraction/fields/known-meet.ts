import {
  type Concept,
  type MeetConcept,
  meetConcepts,
  type SwimConcept,
  swimConcepts,
} from '../../domain/fields/concepts.ts'
import type { FieldNames, ListField, ValueField } from '../../domain/fields/field.ts'
import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import type { ConceptIndex } from './concept-index.ts'
import type { KnownDocument } from './document-source.ts'
import { splitName } from './field-phrases.ts'
import type { Rows, ValueSource } from './field-writer.ts'
import { type Found, missing } from './found.ts'
import { resolveConcept } from './resolve-concept.ts'

interface IndexedSwim {
  index: number
  swim: HeatSheetEvent
}

/** What a row of a list represents. */
type Level = 'event' | 'heat' | 'swim'

const heatConcepts: readonly Concept[] = ['heat_number', 'heat_start_time']
const eventConcepts: readonly Concept[] = [
  'event_number',
  'event_name',
  'session',
  'session_date',
  'round',
  'heats_total',
]

/**
 * Supplies a heat sheet's values: those of the meet, and its swims, grouped by event and heat if the schema nests them.
 */
export function toKnownMeet(reading: HeatSheetReading, index: ConceptIndex): KnownDocument {
  const swims = reading.events.map((swim, at) => ({ index: at, swim }))
  const resolve = (field: ValueField, list: FieldNames) =>
    resolveConcept(field, [toSingular(list)], swimConcepts, index) ??
    resolveConcept(field, [], swimConcepts, index)

  function findLevel(list: ListField): Level | undefined {
    if (list.entry.kind !== 'group') return undefined
    const { fields } = list.entry
    const values = fields.filter((field) => field.kind === 'value')
    const concepts = values.flatMap((field) => resolve(field, list) ?? [])
    const hasRows = fields.some((field) => field.kind === 'list' && findLevel(field))
    if (concepts.length === 0 && !hasRows) return undefined
    const isSwim = concepts.some((one) => ![...heatConcepts, ...eventConcepts].includes(one))
    if (isSwim && !hasRows) return 'swim'
    return concepts.some((one) => heatConcepts.includes(one)) ? 'heat' : 'event'
  }

  function groupRows(list: ListField, all: readonly IndexedSwim[]): Rows | undefined {
    const level = findLevel(list)
    if (!level) return undefined
    const groups = new Map<string, IndexedSwim[]>()
    for (const one of all) {
      const key = toKey(one, level)
      groups.set(key, [...(groups.get(key) ?? []), one])
    }
    const rows = [...groups.values()].map((group) => toRow(list, group))
    return { rows, is_sparse: true }
  }

  function toRow(list: ListField, group: readonly IndexedSwim[]): ValueSource {
    return {
      findValue(field) {
        const concept = resolve(field, list)
        const [first] = group
        const found = concept && first && readSwim(reading, first, concept as SwimConcept)
        return found ? { kind: 'found', found } : missing
      },
      findRows: (inner) => groupRows(inner, group),
    }
  }

  return {
    concepts: meetConcepts,
    findKnown: (concept) => readMeet(reading, swims, concept as MeetConcept),
    findRows: (field) => groupRows(field, swims),
  }
}

/** Converts `events` to `event`, so that `events[].number` is an event number. */
function toSingular(names: FieldNames): FieldNames {
  const words = splitName(names.name)
    .replace(/(?<=\p{L}{2})ies$/u, 'y')
    .replace(/(?<=\p{L}{2})s$/u, '')
  return { ...names, name: words, title: null, labels: [] }
}

function toKey({ index, swim }: IndexedSwim, level: Level): string {
  if (level === 'swim') return String(index)
  const { session, session_date, event_number, event_letter, event_name } = swim
  const event = [session, session_date, event_number, event_letter, event_name]
  return JSON.stringify(level === 'event' ? event : [...event, swim.round, swim.heat_number])
}

function readMeet(
  reading: HeatSheetReading,
  swims: readonly IndexedSwim[],
  concept: MeetConcept,
): Found | null | undefined {
  switch (concept) {
    case 'meet_start':
    case 'meet_end':
      return markMisreadDates(
        toFound(reading[concept], reading.evidence[concept] ?? findNear(reading, concept)),
        swims,
        concept,
      )
    case 'meet_name':
    case 'session_date':
    case 'venue':
      return toFound(reading[concept], reading.evidence[concept])
    case 'course':
      return toFound(reading.course)
    case 'event_count':
      return toFound(new Set(swims.map((one) => toKey(one, 'event'))).size)
    case 'entry_count':
      return toFound(swims.length)
    default:
      return undefined
  }
}

/**
 * Marks a meet's start or end as doubtful if a session is outside the meet, because one of the dates was then misread.
 */
function markMisreadDates(
  found: Found | null,
  swims: readonly IndexedSwim[],
  concept: 'meet_start' | 'meet_end',
): Found | null {
  if (!found) return null
  const isOutside = swims.some(({ swim: { session_date } }) => {
    if (session_date === null) return false
    return concept === 'meet_start' ? session_date < found.value : session_date > found.value
  })
  return { ...found, is_doubtful: isOutside }
}

/** Returns the first day's evidence for the last day, which is printed beside it. */
function findNear({ evidence }: HeatSheetReading, concept: MeetConcept): Evidence | undefined {
  return concept === 'meet_end' ? evidence['meet_start'] : undefined
}

function readSwim(
  { evidence }: HeatSheetReading,
  { index, swim }: IndexedSwim,
  concept: SwimConcept,
): Found | null {
  const row = `events.${index}`
  const own: Partial<Record<SwimConcept, string>> = {
    event_number: `${row}.event_name`,
    event_name: `${row}.event_name`,
    heat_number: `${row}.heat_number`,
    heats_total: `${row}.heat_number`,
  }
  return toFound(swim[concept], evidence[own[concept] ?? row] ?? evidence[row])
}

/** Converts a value. A value that was computed, such as a count, does not appear on any page. */
function toFound(value: string | number | null | undefined, evidence?: Evidence): Found | null {
  if (value === null || value === undefined) return null
  const text = String(value)
  return {
    value: text,
    evidence: evidence ?? { page: null, box: null, text, confidence: 1, source: 'rule' },
  }
}
