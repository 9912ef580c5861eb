import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import { type LearnedCorrection, LearnedCorrectionPath } from '../../domain/invoice/directory.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { findNpwpFault } from '../../domain/invoice/tax-numbers.ts'
import { toXmlSafeText } from '../text/xml-text.ts'
import { toLooseKey, toNameKey } from '../../domain/invoice/company-names.ts'

/** A value that can be learned from corrections, with its printed form and learning key. */
interface LearnableValue {
  path: LearnedCorrectionPath
  /** Path in this reading. */
  jsonPath: string
  printed: string | null
  /** Key that matches the same text in later documents. Undefined if the text is too general to identify anything. */
  key: string | undefined
  value: string | null
}

/**
 * Finds corrections that apply to later documents too: companies, units and goods whose printed text stands for
 * something else. Ignores text that was corrected on only some of the lines.
 */
export function findLearnedCorrections(reading: InvoiceReading): LearnedCorrection[] {
  const learnable = listLearnableValues(reading)
  const isTeachable = ({ jsonPath }: LearnableValue) =>
    reading.evidence[jsonPath]?.source === 'human'
  return learnable.filter(isTeachable).flatMap(({ path, printed, key, value }, index, taught) => {
    if (key === undefined || value === null || value === printed) return []
    const same = learnable.filter((other) => other.path === path && other.key === key)
    const isUnanimous = same.every((other) => other.value === value)
    const isFirst = taught.findIndex((it) => it.path === path && it.key === key) === index
    return isUnanimous && isFirst
      ? [{ path, about: key, printed: toXmlSafeText(printed ?? ''), value }]
      : []
  })
}

/**
 * Applies learned corrections and marks each value. Keeps values that the user set. Ignores invalid tax numbers, which
 * older versions learned.
 */
export function applyLearnedCorrections(
  reading: InvoiceReading,
  corrections: readonly Pick<LearnedCorrection, 'path' | 'about' | 'value'>[],
): InvoiceReading {
  const known = new Map(corrections.map(({ path, about, value }) => [`${path} ${about}`, value]))
  const draft = structuredClone(reading)
  const isRupiah = reading.currency === null || reading.currency === 'IDR'
  const learned = listLearnableValues(reading).filter(({ path, jsonPath, printed, key }) => {
    const value = known.get(`${path} ${key}`)
    const isUnset = !['human', 'learned'].includes(reading.evidence[jsonPath]?.source ?? '')
    if (key === undefined || value === undefined || value === printed || !isUnset) return false
    if (path.endsWith('.tin') && isRupiah && findNpwpFault(value)) return false
    setAtPath(draft, jsonPath, value)
    draft.evidence[jsonPath] = toLearnedEvidence(reading.evidence[jsonPath], printed)
    return true
  })
  return learned.length === 0 ? reading : checkInvoice(draft)
}

/** Restores the printed values, so that removed or changed corrections no longer apply. */
export function removeLearnedValues(reading: InvoiceReading): InvoiceReading {
  const learned = Object.entries(reading.evidence).filter(([, { source }]) => source === 'learned')
  if (learned.length === 0) return reading
  const draft = structuredClone(reading)
  for (const [path, { was = [], ...found }] of learned) {
    const [printed] = was
    setAtPath(draft, path, (printed?.value as string | null | undefined) ?? null)
    if (!printed?.source) delete draft.evidence[path]
    else
      draft.evidence[path] = {
        ...found,
        source: printed.source,
        confidence: printed.confidence ?? found.confidence,
      }
  }
  return checkInvoice(draft)
}

function toLearnedEvidence(found: Evidence | undefined, printed: string | null): Evidence {
  const { page = null, box = null, text = '', confidence = 1 } = found ?? {}
  const earlier = {
    value: printed,
    confidence: found?.confidence ?? null,
    source: found?.source ?? null,
  }
  return { page, box, text, confidence, source: 'learned', was: [earlier] }
}

function listLearnableValues(reading: InvoiceReading): LearnableValue[] {
  return [...listPartyValues(reading), ...listLineValues(reading)]
}

function listPartyValues(reading: InvoiceReading): LearnableValue[] {
  return LearnedCorrectionPath.options.flatMap((path) => {
    const [role = '', field = ''] = path.split('.')
    if (role !== 'seller' && role !== 'buyer') return []
    const value = (reading[role] as Record<string, string | null>)[field] ?? null
    const printed = findPrintedValue(reading, path, value)
    const name = findPrintedValue(reading, `${role}.name`, reading[role].name)
    const nameKey = name === null ? '' : toNameKey(name)
    const key = field === 'name' ? nameKey : `${nameKey} / ${toLooseKey(printed ?? '')}`
    return [{ path, jsonPath: path, printed, key: nameKey === '' ? undefined : key, value }]
  })
}

function listLineValues(reading: InvoiceReading): LearnableValue[] {
  return reading.lines.flatMap((line, index): LearnableValue[] => {
    const at = (key: string) => `lines.${index}.${key}`
    const unit = findPrintedValue(reading, at('unit'), line.unit)
    const sku = findPrintedValue(reading, at('sku'), line.sku)
    const description = findPrintedValue(reading, at('description'), line.description)
    const goods = sku ? `sku ${toLooseKey(sku)}` : `description ${toLooseKey(description ?? '')}`
    const code = line.goods_code ?? null
    return [
      {
        path: 'lines.unit',
        jsonPath: at('unit'),
        printed: unit,
        key: (unit !== null && toLooseKey(unit)) || undefined,
        value: line.unit,
      },
      {
        path: 'lines.goods_code',
        jsonPath: at('goods_code'),
        printed: findPrintedValue(reading, at('goods_code'), code),
        key: /^\w+ $/.test(goods) ? undefined : goods,
        value: code,
      },
    ]
  })
}

/** Returns the printed value, before any correction. */
function findPrintedValue(
  { evidence }: InvoiceReading,
  at: string,
  value: string | null,
): string | null {
  const [first] = evidence[at]?.was ?? []
  return first === undefined ? value : ((first.value as string | null) ?? null)
}

function setAtPath(draft: InvoiceReading, at: string, value: string | null): void {
  const keys = at.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce<unknown>((it, key) => (it as Record<string, unknown>)[key], draft)
  ;(holder as Record<string, unknown>)[last] = value
}
