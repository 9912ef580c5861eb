import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Reason } from '../../domain/invoice/proof.ts'
import { message } from '../../domain/messages/message.ts'
import { findCurrencies, isAmbiguousDollar } from '../values/currencies.ts'
import { parseDate, voteDateOrder } from '../values/dates.ts'
import type { TextDocument } from '../text/text-document.ts'
import { type FieldReader, type FieldSearch, type Finding, findField } from './find-field.ts'
import { findCompanies } from './find-companies.ts'
import { indexVocabulary } from './labels/vocabulary-index.ts'

type HeaderFields = Pick<
  InvoiceReading,
  'number' | 'date' | 'currency' | 'seller' | 'buyer' | 'evidence'
>

/** Fields outside the table, with reasons to review them. */
export interface InvoiceHeader extends HeaderFields {
  reasons: Reason[]
}

interface HeaderContext {
  table: Pick<FieldSearch, 'table' | 'table_top'>
  /** Texts that may name the invoice currency, most reliable first. */
  money: string[][]
}

export function readInvoiceHeader(
  document: TextDocument,
  vocabulary: InvoiceVocabulary,
  { table, money }: HeaderContext,
): InvoiceHeader {
  const { fields } = vocabulary
  const search: FieldSearch = { document, labels: indexVocabulary(vocabulary).labels, ...table }
  const find = (name: keyof typeof fields, read: FieldReader['read']) =>
    findField(fields[name], search, { read })
  const order = voteDateOrder(document.lines.flatMap(({ text }) => text.split(' ')))
  const numbers = [
    ...find('number', parseDocumentNumber),
    ...findNumberInTitle(document, vocabulary),
  ].toSorted((a, b) => Number(b.is_sure) - Number(a.is_sure))
  const dates = find('date', (text) => parseDate(text, order))
  const stated = find('currency', (text) => findCurrencies(text)[0])
  const currency = stated[0]?.value ?? findCurrency(money)
  const companies = findCompanies(search, vocabulary)
  const [code] = find('buyer.code', parseDocumentNumber)
  const [tin] = find('buyer.tin', (text) => text.replace(/\D/g, '') || undefined)
  const evidence = collectEvidence({
    number: numbers[0],
    date: dates[0],
    currency: stated[0],
    'seller.name': companies.seller,
    'buyer.name': companies.buyer,
    'buyer.code': code,
    'buyer.tin': tin,
  })
  return {
    number: numbers[0]?.value ?? null,
    date: dates[0]?.value ?? null,
    currency: currency ?? null,
    seller: { name: companies.seller?.value ?? null, tin: null },
    buyer: {
      name: companies.buyer?.value ?? null,
      code: code?.value ?? null,
      address: null,
      tin: tin?.value ?? null,
    },
    evidence,
    reasons: [
      ...ambiguityReasons('number', numbers),
      ...ambiguityReasons('date', dates),
      ...buyerReasons(companies.buyer),
      ...(companies.seller ? [] : [sellerMissingReason]),
      ...(currency === undefined || stated.length > 0 || !money.flat().some(isAmbiguousDollar)
        ? []
        : dollarReasons),
      ...dateOrderReasons(dates[0], currency, document),
    ],
  }
}

const sellerMissingReason: Reason = message('seller_not_found', 'seller.name', {})

const dollarReasons: Reason[] = [message('dollar_unclear', 'currency', {})]

/** `Handelsrechnung Nr. 4711 vom 5. März`, `INVOICE INV/2024/001`: the title contains the number. */
function findNumberInTitle({ segments }: TextDocument, { titles }: InvoiceVocabulary): Finding[] {
  const title = titles.map((word) => `\\p{L}*${word}`).join('|')
  const named = new RegExp(
    `(?:${title})(?:\\s*\\([^)]*\\))?\\s*(?<label>nr|no|n°|number|nummer|#)?[.:\\s#]+(?<number>\\S*\\d\\S*)`,
    'iu',
  )
  return segments.flatMap(({ text, page, box, words }) => {
    const { label, number } = named.exec(text)?.groups ?? {}
    if (!number || isDate(number) || (!label && (words.length > 3 || number.length < 4))) return []
    return [
      {
        value: number.replace(/[.,;:]+$/, ''),
        location: { page, box, text },
        is_sure: label !== undefined,
      },
    ]
  })
}

/** Text with digits: one word, or up to four words of capitals and digits. */
function parseDocumentNumber(text: string): string | undefined {
  const [first = '', ...more] = text.split(' ')
  if (
    /^[\p{Lu}\p{N}#./_-]+( [\p{Lu}\p{N}./_-]+){0,3}$/u.test(text) &&
    /\d/.test(text) &&
    !isDate(text)
  )
    return text
  if (!/\d/.test(first) || isDate(first)) return undefined
  return more.length === 0 || /\d/.test(first) ? first.replace(/[,;]$/, '') : undefined
}

function isDate(text: string): boolean {
  return parseDate(text) !== undefined
}

/** First group of texts that names exactly one currency. */
function findCurrency(money: string[][]): string | undefined {
  for (const texts of money) {
    const named = new Set(texts.flatMap(findCurrencies))
    if (named.size === 1) return [...named][0]
    if (named.size === 0 && texts.some(isAmbiguousDollar)) return 'USD'
  }
  return undefined
}

/** Ambiguous if equally strong labels give different values. */
function ambiguityReasons(field: 'number' | 'date', findings: Finding[]): Reason[] {
  const [first] = findings
  if (!first) return []
  const alike = findings.filter(({ is_sure }) => is_sure === first.is_sure)
  const rivals = new Set(alike.map(({ value }) => value).filter((value) => value !== first.value))
  if (rivals.size === 0) return []
  const others = [...rivals].slice(0, 3)
  return [message('value_ambiguous', field, { field, value: first.value, others })]
}

/** Without a label the buyer is a guess. */
function buyerReasons(buyer: Finding | undefined): Reason[] {
  if (!buyer || buyer.is_sure) return []
  return [message('buyer_assumed', 'buyer.name', { name: buyer.value })]
}

/** 03/04/2025 is 3 April everywhere but in the United States. */
function dateOrderReasons(
  date: Finding | undefined,
  currency: string | undefined,
  document: TextDocument,
): Reason[] {
  const figures = date && /\b(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(date.location.text)
  if (!figures || figures[2] === figures[1] || Number(figures[1]) > 12 || Number(figures[2]) > 12)
    return []
  const isAmerican = currency === undefined || currency === 'USD'
  const words = document.lines.flatMap(({ text }) => text.split(' '))
  const tells = words.some((word) =>
    /^(1[3-9]|2\d|3[01])[/.-]\d{1,2}[/.-]\d{2,4}$|^\d{1,2}[/.-](1[3-9]|2\d|3[01])[/.-]\d{2,4}$/.test(
      word,
    ),
  )
  if (!isAmerican || tells) return []
  return [message('date_order_unclear', 'date', { date: figures[0] })]
}

function collectEvidence(
  findings: Record<string, Finding | undefined>,
): InvoiceReading['evidence'] {
  return Object.fromEntries(
    Object.entries(findings).flatMap(([path, found]) =>
      found
        ? [
            [
              path,
              {
                ...found.location,
                confidence: found.is_sure ? 0.9 : 0.5,
                source: 'generic' as const,
              },
            ],
          ]
        : [],
    ),
  )
}
