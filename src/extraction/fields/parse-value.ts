import { type Concept, type ConceptKind, conceptKinds } from '../../domain/fields/concepts.ts'
import type { ValueField } from '../../domain/fields/field.ts'
import { parseCode } from '../any-invoice/header/buyer-codes.ts'
import type { DateOrderDecision } from '../any-invoice/header/date-order.ts'
import type { DateFinder } from '../any-invoice/header/dates.ts'
import { type NumberStyle, parseNumber } from '../values/numbers.ts'
import { removeUnit } from './units.ts'

/**
 * The kinds of values. `flag` is yes or no, `any` is any text, and `invalid_iban` is an IBAN with a wrong checksum,
 * which is always doubtful.
 */
export type ValueKind = ConceptKind | 'flag' | 'any' | 'invalid_iban'

export interface ValueParser {
  dates: DateFinder
  date_order: DateOrderDecision
  number_style: NumberStyle
}

export interface ParsedValue {
  value: string
  is_doubtful?: boolean
}

/** Maximum length in characters. */
const maxNameLength = 80
const maxTextLength = 300

const emailPattern = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u
const websitePattern = /(?:https?:\/\/|www\.)[\p{L}\p{N}.-]+\.\p{L}{2,}(?:\/[^\s,;]*)?/iu
const bicPattern = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b/
const phonePattern = /^[+(]?\d[\d\s()./–-]{4,}\d(?![\p{L}\p{N}])/u
const ibanPattern = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g

/** Returns the value of this kind in the text, or undefined if the text is something else. */
export function parseValue(
  kind: ValueKind,
  given: string,
  parser: ValueParser,
): ParsedValue | undefined {
  const text = given.replace(/^\s*(\([^)]*\)\s*(?=[:：]))?[\s:：#.=–-]+/, '').trim()
  if (text === '') return undefined
  switch (kind) {
    case 'date':
      return parseDay(text, parser)
    case 'amount':
      return wrap(parseAmount(text, parser))
    case 'code':
      return wrap(parseCode(text.replace(/^\((.*)\)$/, '$1'), parser.dates))
    case 'iban':
    case 'bic':
    case 'phone':
    case 'email':
    case 'website':
      return wrap(parseFormat(kind, text))
    case 'invalid_iban':
      return parseInvalidIban(text)
    case 'flag':
      return wrap(parseFlag(text))
    case 'name':
      return wrap(/\p{L}{2}/u.test(text) && text.length <= maxNameLength ? text : undefined)
    case 'text':
    case 'any':
      return wrap(/[\p{L}\p{N}]/u.test(text) && text.length <= maxTextLength ? text : undefined)
  }
}

const kindsByFormat: Readonly<Record<string, ValueKind>> = {
  email: 'email',
  iban: 'iban',
  bic: 'bic',
  phone: 'phone',
  uri: 'website',
  url: 'website',
}

function findKindByFormat(format: string): ValueKind | undefined {
  return Object.hasOwn(kindsByFormat, format) ? kindsByFormat[format] : undefined
}

/** Returns the kind of a field's value, from its concept, its format or its type. */
export function toKind(field: ValueField, concept: Concept | undefined): ValueKind {
  if (concept) return conceptKinds[concept]
  const { type, format } = field
  const kind = type === 'text' && format !== null ? findKindByFormat(format) : undefined
  return kind ?? toPlainKind(field)
}

/** Returns the kind of a field's value, from its type alone. */
export function toPlainKind({ type }: ValueField): ValueKind {
  if (type === 'date' || type === 'flag') return type
  return type === 'text' ? 'any' : 'amount'
}

/** True if the whole text has the format. Formats that only select a type always fit. */
export function fitsFormat(format: string, text: string): boolean {
  const kind = findKindByFormat(format)
  return kind === undefined || parseFormat(kind, text) === text
}

/** Returns values that are recognisable without a label. */
export function findUnlabelled(kind: ValueKind, text: string): string[] {
  if (kind === 'iban') return findIbans(text)
  const pattern = { email: emailPattern, website: websitePattern }[kind as 'email' | 'website']
  return pattern ? [...text.matchAll(new RegExp(pattern, 'giu'))].map(([match]) => match) : []
}

const formatPatterns: Partial<Record<ValueKind, RegExp>> = {
  bic: bicPattern,
  phone: phonePattern,
  email: emailPattern,
  website: websitePattern,
}

function parseFormat(kind: ValueKind, text: string): string | undefined {
  return kind === 'iban' ? findIbans(text)[0] : formatPatterns[kind]?.exec(text)?.[0].trim()
}

function parseDay(text: string, { dates, date_order }: ValueParser): ParsedValue | undefined {
  const [first, ...others] = dates.find(text)
  if (!first || others.length > 0) return undefined
  return { value: first.value, is_doubtful: first.is_ambiguous && !date_order.is_certain }
}

const yes = ['yes', 'ja', 'ya', 'oui', 'si', 'sí', 'true', 'x', '✓', '☑', '☒']
const no = ['no', 'nein', 'tidak', 'non', 'nee', 'false', '☐']

function parseFlag(text: string): string | undefined {
  const word = text.toLowerCase()
  if (yes.includes(word)) return 'true'
  return no.includes(word) ? 'false' : undefined
}

const minIbanLength = 15

function findIbans(text: string): string[] {
  return [...text.matchAll(ibanPattern)].flatMap(([match]) => {
    // The match may include the next words, so they are dropped one by one.
    for (let groups = match.split(' '); groups.length > 0; groups = groups.slice(0, -1)) {
      const iban = groups.join('')
      if (iban.length >= minIbanLength && hasValidChecksum(iban)) return [iban]
    }
    return []
  })
}

/**
 * Accepts a number with a unit, such as `12.5 kg` or `0.25 EUR/kWh`, and an amount after its rate, as in `11 %: 25.30`.
 * Rejects the day in `12 May`, and a number with its magnitude, such as `15 juta`.
 */
function parseAmount(given: string, { dates, number_style }: ValueParser): string | undefined {
  const text = given.replace(/^[\d.,]+\s*%\s*[:：]?\s+(?=\D{0,5}\d)/, '')
  const plain = parseNumber(text, number_style)
  if (plain !== undefined || dates.find(`${text} 2000`).length > 0) return plain
  return parseNumber(removeUnit(text), number_style)
}

/**
 * Returns the text up to the first group without a digit, which is the next word. The bank code is the only group that
 * may have no digits.
 */
function parseInvalidIban(text: string): ParsedValue | undefined {
  const [match] = text.match(ibanPattern) ?? []
  if (match === undefined || !text.startsWith(match)) return undefined
  const [country = '', bank = '', ...groups] = match.split(' ')
  const end = groups.findIndex((group) => !/\d/.test(group))
  const value = [country, bank, ...groups.slice(0, end < 0 ? undefined : end)].join('')
  return { value, is_doubtful: true }
}

/**
 * True if the number is valid by ISO 13616: with the first four characters moved to the end and letters read as digits,
 * it is 1 modulo 97.
 */
function hasValidChecksum(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4)
  let remainder = 0
  for (const character of moved) {
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder === 1
}

function wrap(value: string | undefined): ParsedValue | undefined {
  return value === undefined || value === '' ? undefined : { value }
}
