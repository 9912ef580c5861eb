import type { Alternative } from '../../../domain/invoice/invoice.ts'
import { type TextLocation, toLocation } from '../../text/location.ts'
import type { Segment, TextLine } from '../../text/text-lines.ts'
import type { VocabularyIndex } from '../labels/vocabulary-index.ts'
import type { LabelIndex } from './label-index.ts'
import type { PageView } from './page-view.ts'
import { findSurroundings } from './surroundings.ts'

export interface CurrencyFinding {
  value: string
  location: TextLocation
  /**
   * Why the currency is uncertain: `dollar` if the pages do not state which dollar, `rivals` if they show several
   * currencies, `language` if only the labels' language implies it.
   */
  doubt: 'none' | 'dollar' | 'rivals' | 'language'
  /** Other currencies on the pages. */
  others: Alternative[]
}

interface Mention {
  code: string
  weight: number
  location: TextLocation
  isBareDollar?: boolean
}

/** Sign, code or name of a currency, before or after an amount. Order matters: `US$` must be tried before `$`. */
const currencyMarks: [RegExp, string][] = [
  [/US ?\$|\bU\.?S\.? dollars?\b|\bunited states dollars?\b/i, 'USD'],
  [/\bA(U|UD)?\$/, 'AUD'],
  [/\bS(G|GD)?\$|singapore dollars?/i, 'SGD'],
  [/\bC(A|AD)?\$/, 'CAD'],
  [/\bNZ\$/, 'NZD'],
  [/\bHK\$/, 'HKD'],
  [/€|\beuros?\b/i, 'EUR'],
  [/£|\bpounds? sterling\b/i, 'GBP'],
  [/₹|(?<!\p{L})Rs\.?(?=\s?\d|\))|^Rs\.?$|\brupees?\b/u, 'INR'],
  [/(?<!\p{L})Rp\.?(?!\p{L})|\brupiah\b/iu, 'IDR'],
  [/(?<!\p{L})RM(?=\s?\d|\))|^RM$|\bringgit\b/u, 'MYR'],
  [/¥|\byen\b/i, 'JPY'],
  [/\bbaht\b|฿/i, 'THB'],
]
const codePattern =
  /(?<![\p{L}\p{N}]|[\p{L}\p{N}][-/_])(IDR|USD|EUR|GBP|SGD|AUD|CAD|NZD|CHF|INR|MYR|JPY|CNY|HKD|THB|PHP|VND|KRW|SEK|NOK|DKK|PLN|CZK|HUF|ZAR|BRL|MXN|AED|SAR)(?![\p{L}]|[-/_]\d|[-/_]\p{L}+[-/_])/u
const bareDollarPattern = /(?<!\p{L})\$/u
const usPattern =
  /\b(A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),?\s+\d{5}\b|\bUSA\b|\bU\.S\.A|\bUnited States\b/
/** The most frequent currency must occur this many times as often as the next most frequent. */
const minMajorityRatio = 2.5

/**
 * Finds the invoice currency. Without a labelled currency, chooses the currency shown most often beside totals and
 * other amounts.
 */
export function findCurrency(
  view: PageView,
  labels: LabelIndex,
  index: VocabularyIndex,
): CurrencyFinding | undefined {
  const labelled = findLabelledCurrency(view, labels)
  if (labelled) return labelled
  const text = view.document.lines.map((line) => line.text).join('\n')
  const mentions = findMentions(view, index, text)
  const weights = new Map<string, number>()
  for (const { code, weight } of mentions) weights.set(code, (weights.get(code) ?? 0) + weight)
  const [best, next] = [...weights].toSorted((a, b) => b[1] - a[1])
  const first =
    best && mentions.toSorted((a, b) => b.weight - a.weight).find(({ code }) => code === best[0])
  if (!best || !first) return findImpliedRupiah(view)
  const own = mentions.filter(({ code }) => code === best[0])
  const isAmbiguousDollar = own.every((mention) => mention.isBareDollar) && !usPattern.test(text)
  const isClear = !next || best[1] >= minMajorityRatio * next[1]
  return {
    value: best[0],
    location: first.location,
    doubt: isAmbiguousDollar ? 'dollar' : isClear ? 'none' : 'rivals',
    others: listOthers(best[0], mentions),
  }
}

/** Indonesian labels and large amounts without cents imply rupiah if no page shows a currency. */
function findImpliedRupiah(view: PageView): CurrencyFinding | undefined {
  const { segments } = view.document
  const tax = segments.find(({ text }) => rupiahTaxPattern.test(text))
  const segment = tax ?? findIndonesianLabel(segments)
  const hasCents = segments.some(({ text }) => centsPattern.test(text))
  if (!segment || hasCents || !segments.some(({ text }) => thousandsPattern.test(text)))
    return undefined
  const doubt = tax ? 'none' : 'language'
  return { value: 'IDR', location: toLocation(segment), doubt, others: [] }
}

/** Returns a label that is Indonesian and not Malay, if there are several Indonesian labels. */
function findIndonesianLabel(segments: Segment[]): Segment | undefined {
  const words = segments.flatMap(({ text }) => text.toLowerCase().match(indonesianPattern) ?? [])
  if (new Set(words).size < minIndonesianWords) return undefined
  return segments.find(({ text }) => notMalayPattern.test(text))
}

const minIndonesianWords = 3
const indonesianPattern =
  /(?<!\p{L})(?:tanggal|tgl|jumlah|harga|kepada|hormat kami|terbilang|jatuh tempo|nota|faktur|pembayaran|keterangan|satuan|tarif|jl|telp|kasir|ksr|tunai|kembali|lunas|terima kasih|barang)(?!\p{L})/gu
const notMalayPattern =
  /(?<!\p{L})(?:tanggal|tgl|hormat kami|terbilang|jatuh tempo|faktur|jl|telp|kasir|ksr)(?!\p{L})/iu

const rupiahTaxPattern = /\b(?:PPN|PPh|NPWP|DPP|PB1|PBJT)\b/
const thousandsPattern = /(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?:[.,](?:00|-))?(?![\d.,])/
const centsPattern = /(?<![\d.,/-])\d{1,3}(?:[.,]?\d{3})*[.,](?!00)\d{2}(?![\d.,/%-]|\s*\p{L})/u

function listOthers(chosen: string, mentions: Mention[]): Alternative[] {
  const others = new Map<string, Alternative>()
  for (const { code, location } of mentions) {
    if (code !== chosen && !others.has(code)) others.set(code, { value: code, ...location })
  }
  return [...others.values()].slice(0, maxOthers)
}

const maxOthers = 3

/** Matches `Currency: EUR` and `Währung | EUR`. */
function findLabelledCurrency(view: PageView, labels: LabelIndex): CurrencyFinding | undefined {
  for (const segment of view.document.segments) {
    const code = findCodes(segment.text)[0]
    if (!code || view.isInTable(segment)) continue
    const { inside, left, above } = findSurroundings(view, segment, segment.text.search(/[:=]/) + 1)
    const nearest = [inside, left, above].find((text) => /\p{L}/u.test(text)) ?? ''
    const label = labels.find(nearest)
    const isLabel = label && label.meanings.has('currency_sure') && label.of <= label.length + 1
    if (isLabel) return { value: code, location: toLocation(segment), doubt: 'none', others: [] }
  }
  return undefined
}

function findMentions(view: PageView, index: VocabularyIndex, text: string): Mention[] {
  const dollar = guessDollar(text)
  return view.document.lines.flatMap((line) => {
    const weight = isTotalLine(line, index) ? totalWeight : 1
    return line.segments.flatMap((segment) => {
      const location = toLocation(segment)
      const found = findCodes(segment.text)
      if (found.length > 0) return found.map((code) => ({ code, weight, location }))
      return bareDollarPattern.test(segment.text)
        ? [{ code: dollar, weight, location, isBareDollar: true }]
        : []
    })
  })
}

const totalWeight = 4

function findCodes(text: string): string[] {
  const code = codePattern.exec(text)?.[1]
  const marked = currencyMarks.filter(([mark]) => mark.test(text)).map(([, name]) => name)
  return [...new Set([...(code ? [code] : []), ...marked])]
}

/**
 * Interprets a bare `$` as the dollar currency mentioned elsewhere on the page or, if there is none, as the US dollar.
 */
function guessDollar(text: string): string {
  if (/\bABN\b|\bAUD\b/.test(text)) return 'AUD'
  if (/\bSGD\b/.test(text)) return 'SGD'
  if (/\bCAD\b|\b[HQ]ST\b/.test(text)) return 'CAD'
  if (/\bNZD\b/.test(text)) return 'NZD'
  if (/\bMXN\b/.test(text)) return 'MXN'
  return 'USD'
}

function isTotalLine({ segments }: TextLine, { totals }: VocabularyIndex): boolean {
  return segments.some(({ text }) => totals.matchStart(text).length > 0)
}
