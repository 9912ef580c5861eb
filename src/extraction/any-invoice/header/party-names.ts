import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import { hasLetters, type Segment, toSegment } from '../../text/text-lines.ts'
import { tokenize } from '../labels/phrases.ts'
import { isCurrency } from '../../values/numbers.ts'
import { LegalForms } from '../labels/legal-forms.ts'
import type { VocabularyIndex } from '../labels/vocabulary-index.ts'
import type { DateFinder } from './dates.ts'
import type { LabelIndex } from './label-index.ts'

/** Maximum number of words in a name. Longer text is a sentence. */
const maxNameWords = 9
const maxNameLength = 70
const minLetterShare = 0.6
const maxLabelTokens = 5

/** Text that may be a person's or company's name. */
export interface NamePart {
  name: Segment
  /** The label that precedes the name in the same segment. */
  label: string
  /** The separator between the name and an address on the same line: `dot` in a return address, otherwise `dash`. */
  separator: 'none' | 'dot' | 'dash'
}

/** Finds names. Labels, codes and address lines are never names. */
export class NameFinder {
  readonly forms: LegalForms
  readonly #labels: LabelIndex
  readonly #index: VocabularyIndex
  readonly #dates: DateFinder
  readonly #address: ReadonlySet<string>

  constructor(
    vocabulary: InvoiceVocabulary,
    labels: LabelIndex,
    index: VocabularyIndex,
    dates: DateFinder,
  ) {
    this.forms = new LegalForms(vocabulary.legal_forms)
    this.#labels = labels
    this.#index = index
    this.#dates = dates
    this.#address = new Set(vocabulary.address.map((word) => tokenize(word).join(' ')))
  }

  /**
   * Finds the name in a segment: the whole segment, the text after a label, or the first part of a one-line address.
   */
  find(segment: Segment): NamePart[] {
    const parts: NamePart[] = []
    const add = (
      words: Segment['words'],
      label: string,
      separator: NamePart['separator'] = 'none',
    ) => {
      if (words.length === 0) return
      const name = trimName(toSegment(words, segment.page))
      if (this.isName(name.text)) parts.push({ name, label, separator })
    }
    const labelEnd = this.#findLabelEnd(segment)
    const rest = dropCode(segment.words.slice(labelEnd), labelEnd > 0)
    const before = segment.words
      .slice(0, labelEnd)
      .map(({ text }) => text)
      .join(' ')
    const isAddressee = !before.endsWith(':') && this.#isContact(before)
    const label = /\p{L}/u.test(before) && !isAddressee ? before : ''
    add(rest, label)
    const isTitle = label !== '' && !label.endsWith(':') && tokenize(label).length === 1
    if (isTitle) add(segment.words, '')
    const cut = rest.findIndex(({ text }) => separatorPattern.test(text))
    if (cut > 0) add(rest.slice(0, cut), label, this.#isSender(rest, cut) ? 'dot' : 'dash')
    const street = rest.findIndex(({ text }, at) => at > 0 && streetPattern.test(text))
    if (street > 0) add(rest.slice(0, street), label, 'dash')
    const comma = rest.findIndex(({ text }) => text.endsWith(','))
    const isBeforeAddress = comma >= 0 && this.isAddress(joinTexts(rest.slice(comma + 1)))
    if (isBeforeAddress) add(rest.slice(0, comma + 1), label, 'dash')
    return parts
  }

  #isContact(label: string): boolean {
    return this.#labels.find(label)?.meanings.has('contact_sure') ?? false
  }

  /**
   * True for `Muster GmbH · Nebelweg 3 · 99999 Traumstadt`. A single dash is not enough, because it may be part of a
   * name.
   */
  #isSender(words: Segment['words'], cut: number): boolean {
    const separators = words.filter(({ text }) => separatorPattern.test(text))
    if (separators.length < 2) return isSeparatorDot(words[cut]?.text)
    return this.isAddress(joinTexts(words.slice(cut + 1)))
  }

  /** Returns where the label at the start of a segment ends: `Bill to: Paper Moon`, `Kepada Yth. PT Sinar`. */
  #findLabelEnd({ words }: Segment): number {
    const colon = words.findIndex(({ text }) => text.endsWith(':') || text === ':')
    if (colon >= 0 && colon < maxLabelTokens) return colon + 1
    const text = words.map((word) => word.text).join(' ')
    const found = this.#labels.findAtStart(text)
    if (found && found.length < found.of && accountLabel.test(startOf(text, found.length)))
      return countWords(words, found.length)
    if (found?.meanings.has('contact_sure') && found.length < found.of) {
      // In `Pimpinan PT Sinar Abadi`, the invoice is addressed to the company, whatever the person's title.
      const end = countWords(words, found.length)
      return this.forms.startsWithForm(joinTexts(words.slice(end))) ? end : 0
    }
    const isParty = ['buyer.name_sure', 'seller.name_sure', 'ship_to_sure'] as const
    if (!found || found.length >= found.of || !isParty.some((it) => found.meanings.has(it)))
      return 0
    return countWords(words, found.length)
  }

  isName(text: string): boolean {
    const words = text.split(' ')
    if (words.length === 1 && domainName.test(text)) return false
    const characters = text.replace(/\s/g, '')
    const letters = characters.replace(/\P{L}/gu, '').length
    return (
      words.length <= maxNameWords &&
      text.length <= maxNameLength &&
      hasLetters(text) &&
      /^["'„“«(]?\p{L}|^\d+[\p{L}&]/u.test(text) &&
      letters >= minLetterShare * characters.length &&
      !/[:@]|www\.|https?|\.(com|net|org|co\.id)\b|\p{L}\?$|\p{L}!( |$)|!$/iu.test(text) &&
      !(words.length > 3 && sentenceEnd.test(text) && !this.forms.isCompanyName(text)) &&
      !isCurrency(text) &&
      !this.#isLabel(text) &&
      !this.#isTitle(text) &&
      !this.forms.isForm(text) &&
      !this.isAddress(text) &&
      this.#dates.find(text).length === 0
    )
  }

  /** True for `Jl. Merdeka 5`, `99999 Traumstadt` and `Germany`. */
  isAddress(text: string): boolean {
    if (this.forms.isCompanyName(text) && !/\d/.test(text)) return false
    const tokens = tokenize(text)
    if (this.#address.has(tokens.join(' '))) return true
    const hasDigit = /\d/.test(text)
    if (hasDigit && /(^|\s|-)\d{4,6}(\s|$|,)/.test(text)) return true
    const isStreet = tokens.some(
      (token, index) =>
        this.#address.has(token) ||
        this.#address.has(`${token} ${tokens[index + 1] ?? ''}`) ||
        /(straße|strasse|str|weg|platz|allee|straat|laan|gracht)$/.test(token),
    )
    return (
      (isStreet && (hasDigit || text.includes(','))) ||
      /^(jl|jalan|jln|rue|via|calle|c\/)\b/i.test(text)
    )
  }

  /** True for a title in two languages or with additions: `Invoice / Tagihan proyek`, `Nota Penjualan Kredit`. */
  #isTitle(text: string): boolean {
    const { titles } = this.#index
    const [first = '', ...others] = text.split(/\s+[/|]\s+/)
    if (others.length > 0 && titles.matchWhole(first).length > 0) return true
    const start = tokenize(text).slice(0, 2).join(' ')
    return (
      start.includes(' ') && titles.matchWhole(start).length > 0 && !this.forms.isCompanyName(text)
    )
  }

  /** True for a label, also in two languages: `Tgl. Invoice / Date`. */
  #isLabel(text: string): boolean {
    const [first = '', ...others] = text.split(/\s+[/|]\s+/)
    if (others.length > 0 && this.#isLabel(first)) return true
    const label = this.#labels.find(text)
    if (label && label.length === label.of) return true
    const { totals, columns, titles, after_table } = this.#index
    const isPhrase = [totals, columns, titles].some(
      (phrases) => phrases.matchWhole(text).length > 0,
    )
    return isPhrase || (after_table.matchStart(text).length > 0 && !this.forms.isCompanyName(text))
  }
}

/** The bank account holder is usually the seller. */
export const accountLabel =
  /^((bank )?account name|account holder|atas nama|a n|an|nama rekening|kontoinhaber(in)?|titulaire( du compte)?|beneficiary( name)?|titular|intestatario|intestato a|ten name van|t n v|rekeninghouder)$/

/** A brand such as `serat.id`, in large type above the company's name. */
const domainName =
  /^[\p{L}\p{N}-]+\.(?:com|net|org|id|io|de|fr|nl|es|it|eu|uk|au|in|app|shop|store)$/iu

/** The end of a sentence. A last word of fewer than four letters may be an abbreviation: `Cedar & Steel Office Co.` */
const sentenceEnd = /\p{L}{4}\.$/u

function joinTexts(words: Segment['words']): string {
  return words.map(({ text }) => text).join(' ')
}

function startOf(text: string, length: number): string {
  return tokenize(text).slice(0, length).join(' ')
}

/** Returns the number of words that contain the first `tokenCount` tokens, or 0 if all words are needed. */
function countWords(words: Segment['words'], tokenCount: number): number {
  for (let end = 1; end < words.length; end++) {
    const text = words.slice(0, end).map((word) => word.text)
    if (tokenize(text.join(' ')).length >= tokenCount) return end
  }
  return 0
}

/** Words that start an Indonesian address. */
const streetPattern = /^(?:jl|jln|jalan|komp|komplek|kompleks|ruko|kawasan|gedung|perum)\b\.?/i

const separatorPattern = /^[·•|–—∙*-]$/

/** True for the dot that separates the parts of a return address: `Muster GmbH · Nebelweg 3 · 99999 Traumstadt`. */
function isSeparatorDot(text: string | undefined): boolean {
  return /^[·•|∙]$/.test(text ?? '')
}

/**
 * Drops a customer code before a name: `200451 - Apotek Sehat`. After a label, no dash is needed: `Customer: 104-2231
 * Apotek Sehat`.
 */
function dropCode(words: Segment['words'], isLabelled: boolean): Segment['words'] {
  const [code, next] = words
  if (!/^[A-Z]{0,4}[-.]?\d{3,}(?:[-.]\d+)?$/.test(code?.text ?? '')) return words
  if (/^[-–—/|]$/.test(next?.text ?? '')) return words.slice(2)
  return isLabelled && /^\p{Lu}/u.test(next?.text ?? '') ? words.slice(1) : words
}

/** Matches a registration number or a customer code after a name: `MAJU SDN BHD (1234567-X)`, `Apotek Sehat (A-0217)`. */
const registrationNumber =
  /\s+\((?:(?:[\p{L}. ]{0,12}\s)?(?=(?:[^\d)]*\d){5})[\w-]+|\p{Lu}{0,4}[-./]?\d{2,}[\w-]*)\)$/u

function trimName(segment: Segment): Segment {
  const text = segment.text
    .replace(/^[\s,;:]+|(?:[\s,;]|(?<=\s)[·•|–—∙*-])+$/g, '')
    .replace(registrationNumber, '')
  return text === segment.text ? segment : { ...segment, text }
}
