import { prove } from '../../domain/invoice/checks.ts'
import { type Lesson, LessonPath } from '../../domain/invoice/directory.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { toXmlSafeText } from '../text/xml-text.ts'
import { looseKey, nameKey } from './names.ts'

/** A value that may be learned: where it is, what the document says there, and what that is about. */
interface Spot {
  path: LessonPath
  /** Its path in this very reading. */
  at: string
  printed: string | null
  /** The same on the next document that says the same; undefined where nothing tells them apart. */
  about: string | undefined
  value: string | null
}

/**
 * What a person has taught by correcting this reading: companies, units and goods that are printed in one way and
 * meant in another. A text that was corrected in some lines and left in others teaches nothing.
 */
export function findLearnedCorrections(reading: InvoiceReading): Lesson[] {
  const spots = spotsOf(reading)
  const isTaught = ({ at }: Spot) => reading.evidence[at]?.source === 'human'
  return spots.filter(isTaught).flatMap(({ path, printed, about, value }, index, taught) => {
    if (about === undefined || value === null || value === printed) return []
    const same = spots.filter((other) => other.path === path && other.about === about)
    const isUnanimous = same.every((other) => other.value === value)
    const isFirst = taught.findIndex((it) => it.path === path && it.about === about) === index
    return isUnanimous && isFirst
      ? [{ path, about, printed: toXmlSafeText(printed ?? ''), value }]
      : []
  })
}

/** The reading with what was learned, each such value marked; what a person has set stays. */
export function applyLearnedCorrections(
  reading: InvoiceReading,
  lessons: readonly Pick<Lesson, 'path' | 'about' | 'value'>[],
): InvoiceReading {
  const known = new Map(lessons.map(({ path, about, value }) => [`${path} ${about}`, value]))
  const draft = structuredClone(reading)
  const learned = spotsOf(reading).filter(({ path, at, printed, about }) => {
    const value = known.get(`${path} ${about}`)
    const isOpen = !['human', 'learned'].includes(reading.evidence[at]?.source ?? '')
    if (about === undefined || value === undefined || value === printed || !isOpen) return false
    put(draft, at, value)
    draft.evidence[at] = learnedEvidence(reading.evidence[at], printed)
    return true
  })
  return learned.length === 0 ? reading : prove(draft)
}

function learnedEvidence(found: Evidence | undefined, printed: string | null): Evidence {
  const { page = null, box = null, text = '', confidence = 1 } = found ?? {}
  const earlier = {
    value: printed,
    confidence: found?.confidence ?? null,
    source: found?.source ?? null,
  }
  return { page, box, text, confidence, source: 'learned', was: [earlier] }
}

function spotsOf(reading: InvoiceReading): Spot[] {
  return [...partySpots(reading), ...lineSpots(reading)]
}

function partySpots(reading: InvoiceReading): Spot[] {
  return LessonPath.options.flatMap((path) => {
    const [role = '', field = ''] = path.split('.')
    if (role !== 'seller' && role !== 'buyer') return []
    const value = (reading[role] as Record<string, string | null>)[field] ?? null
    const printed = printedAt(reading, path, value)
    const name = printedAt(reading, `${role}.name`, reading[role].name)
    const key = name === null ? '' : nameKey(name)
    const about = field === 'name' ? key : `${key} / ${looseKey(printed ?? '')}`
    return [{ path, at: path, printed, about: key === '' ? undefined : about, value }]
  })
}

function lineSpots(reading: InvoiceReading): Spot[] {
  return reading.lines.flatMap((line, index): Spot[] => {
    const at = (key: string) => `lines.${index}.${key}`
    const unit = printedAt(reading, at('unit'), line.unit)
    const sku = printedAt(reading, at('sku'), line.sku)
    const description = printedAt(reading, at('description'), line.description)
    const goods = sku ? `sku ${looseKey(sku)}` : `description ${looseKey(description ?? '')}`
    const code = line.goods_code ?? null
    return [
      {
        path: 'lines.unit',
        at: at('unit'),
        printed: unit,
        about: (unit !== null && looseKey(unit)) || undefined,
        value: line.unit,
      },
      {
        path: 'lines.goods_code',
        at: at('goods_code'),
        printed: printedAt(reading, at('goods_code'), code),
        about: /^\w+ $/.test(goods) ? undefined : goods,
        value: code,
      },
    ]
  })
}

/** What the document itself says, whatever was put in its place since. */
function printedAt({ evidence }: InvoiceReading, at: string, value: string | null): string | null {
  const [first] = evidence[at]?.was ?? []
  return first === undefined ? value : ((first.value as string | null) ?? null)
}

function put(draft: InvoiceReading, at: string, value: string): void {
  const keys = at.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce<unknown>((it, key) => (it as Record<string, unknown>)[key], draft)
  ;(holder as Record<string, unknown>)[last] = value
}
