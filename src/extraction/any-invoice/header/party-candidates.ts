import { boundingBox, type Segment } from '../../text/text-lines.ts'
import { tokenize } from '../labels/phrases.ts'
import { type Candidate, toValueKey } from './candidate.ts'
import type { LabelIndex, LabelMeaning } from './label-index.ts'
import type { PageView } from './page-view.ts'
import { accountLabel, type NameFinder, type NamePart } from './party-names.ts'
import { findPayees, isPayee } from './payees.ts'
import { PartySections, type SectionMatch } from './party-sections.ts'
import { positionFeatures } from './position-features.ts'
import { findNearestLabel } from './surroundings.ts'

const blockLines = 6

interface PartySearch {
  view: PageView
  labels: LabelIndex
  names: NameFinder
  sections: PartySections
  domains: { stem: string; segment: Segment }[]
  largest: number
}

/** Lists every name outside the table, with features from the block of lines around it. */
export function findPartyNames(view: PageView, labels: LabelIndex, names: NameFinder): Candidate[] {
  const sections = new PartySections(view, labels)
  const { segments } = view.document
  // Looks only at the first page with text, because later pages repeat the parties.
  const firstPage = segments[0]?.page
  const largest = Math.max(
    0,
    ...segments.filter(({ page }) => page === firstPage).map((it) => it.font_size),
  )
  const reading = { view, labels, names, sections, domains: findDomains(segments), largest }
  const found = segments
    .filter((segment) => !view.isInTable(segment) && segment.page === firstPage)
    .flatMap((segment) =>
      names
        .find(segment)
        .map((part) => ({ part: joinWrappedName(part, segment, reading), segment })),
    )
    .filter(({ part, segment }) => part.label !== '' || !sections.isHeading(segment))
    .filter(({ segment }) => !view.hasValueBeside(segment))
    .filter(({ part, segment }) => !hasOtherLabel(part, segment, reading))
  const candidates = found.map(({ part, segment }) => toCandidate(part, segment, reading))
  return addComparisons(candidates, sections, findPayees(view))
}

/** Maximum font size of the lines below a wrapped name, relative to the name. */
const maxSizeRatio = 0.87

/** Joins a name that wraps to a second line in the same large type, above smaller lines. */
function joinWrappedName(part: NamePart, segment: Segment, { view, names }: PartySearch): NamePart {
  const [next, after] = view.findLinesBelow(segment, 2)
  const isWrapped =
    next !== undefined &&
    after !== undefined &&
    Math.abs(next.font_size - segment.font_size) < 0.1 &&
    after.font_size <= maxSizeRatio * segment.font_size &&
    part.separator === 'none' &&
    names.isName(next.text) &&
    names.isName(`${part.name.text} ${next.text}`)
  if (!isWrapped) return part
  const words = [...part.name.words, ...next.words]
  const name = {
    ...part.name,
    words,
    text: `${part.name.text} ${next.text}`,
    box: boundingBox(words),
  }
  return { ...part, name }
}

/**
 * True for a name above a single word that may be its continuation, such as `Beton` below `PT Karya Megah`. A name
 * without a legal form continues only if the word did not fit on its line.
 */
function mayContinue(name: Segment, below: Segment[], names: NameFinder): boolean {
  const [next, ...rest] = below
  if (!next || next.words.length > 1 || !/^\p{Lu}/u.test(next.text)) return false
  const isCapitals = (text: string) => text === text.toUpperCase()
  const isSameStyle =
    isCapitals(next.text) === isCapitals(name.text) && next.font_size === name.font_size
  if (!isSameStyle || !names.isName(next.text)) return false
  if (names.forms.endsWithForm(name.text)) return false
  const widest = Math.max(...rest.map(measureWidth))
  return (
    names.forms.isCompanyName(name.text) ||
    (rest.length > 0 && measureWidth(name) + measureWidth(next) > widest)
  )
}

function measureWidth({ box }: Segment): number {
  return box[2] - box[0]
}

/** True for a name after a label for something else: `Bank name: …`, `Attn: …`, `Product: …`. */
function hasOtherLabel(
  { label }: NamePart,
  segment: Segment,
  { labels, sections, view }: PartySearch,
): boolean {
  const own = label || findLeftLabel(segment, view, labels)
  if (own === '') return false
  if (sections.find(segment, segment, label)?.direction === 'in') return false
  const found = labels.find(own)
  if (!found) return label !== ''
  const isParty = [
    'buyer.name_sure',
    'seller.name_sure',
    'ship_to_sure',
    'buyer.name_likely',
    'seller.name_likely',
  ] as const
  if (isParty.some((meaning) => found.meanings.has(meaning))) return false
  if (label === '' && [...found.meanings].every((meaning) => valueLabels.includes(meaning)))
    return false
  const tokens = tokenize(own).join(' ')
  return !nameLabel.test(tokens) && !accountLabel.test(tokens)
}

/** Labels whose values contain digits. A name to the right of such a label belongs to another column. */
const valueLabels: readonly LabelMeaning[] = [
  'number_sure',
  'number_likely',
  'date_sure',
  'date_likely',
  'due_date_sure',
]

const nameLabel =
  /^(name|nama|nom|naam|nombre|nome|company|company name|firma|denominazione|ragione sociale|razon social|perusahaan|nama perusahaan|societe|bedrijf|bedrijfsnaam|empresa)$/
/** Returns the text to the left on the same line if it ends with a colon or is a known label. */
function findLeftLabel(segment: Segment, view: PageView, labels: LabelIndex): string {
  const left = view.findLeftNeighbour(segment)
  if (!left) return ''
  const found = labels.find(left.text)
  const isTitle = found?.meanings.size === 1 && found.meanings.has('title')
  const isLabel = /:\s*$/.test(left.text) || (found && found.length === found.of && !isTitle)
  return isLabel ? left.text : ''
}

function toCandidate(part: NamePart, segment: Segment, reading: PartySearch): Candidate {
  const { name, label, separator } = part
  const { view, names, sections } = reading
  const place = sections.find(name, segment, label)
  const below = view.findLinesBelow(segment, blockLines)
  const above = view.findLinesAbove(segment, blockLines)
  const features = [
    ...placeFeatures(place, segment, above, reading),
    ...positionFeatures(view, segment),
    ...nameFeatures(name.text, reading).filter((it) => it !== 'bank' || !isPartyItself(place)),
    ...blockFeatures(segment, above, below, reading),
    ...(separator === 'none' ? [] : [separator === 'dot' ? 'sender_line' : 'first_part']),
    ...(accountLabel.test(tokenize(label || findLeftLabel(segment, view, reading.labels)).join(' '))
      ? ['account_holder']
      : []),
    ...(label !== '' && !label.endsWith(':') ? ['label_without_colon'] : []),
    ...(mayContinue(name, below, names) ? ['may_continue'] : []),
    ...(names.forms.isCompanyName(name.text) && place ? ['legal_form_labelled'] : []),
  ]
  return {
    value: name.text,
    key: toValueKey(name.text),
    location: { page: name.page, box: name.box, text: segment.text },
    ...findNearestLabel({
      inside: label,
      left: findLeftLabel(segment, view, reading.labels),
      above: place?.heading.text ?? '',
    }),
    features,
  }
}

function placeFeatures(
  place: SectionMatch | undefined,
  segment: Segment,
  above: Segment[],
  { names, sections }: PartySearch,
): string[] {
  if (!place) return ['no_section']
  const { role, direction, is_sure, heading } = place
  const between = above.filter(
    (line) =>
      line.baseline > heading.baseline + 1 &&
      !sections.isHeading(line) &&
      names.find(line).length > 0,
  )
  const base = direction === 'above' || direction === 'beside' ? between.length : 0
  const rank = /:\s*\S/.test(heading.text) && direction === 'above' ? base + 1 : base
  const sure = is_sure ? '' : '_likely'
  const steps = (segment.baseline - heading.baseline) / segment.font_size
  const isFar = direction === 'above' && steps > 6
  return [
    `${role}_${direction}_${Math.min(rank, 2)}${sure}`,
    ...(isFar ? [`${role}_far`] : []),
    `section_${role}`,
  ]
}

/** True if a label states that the name is a party's, so that a bank is not merely where to pay. */
function isPartyItself(place: SectionMatch | undefined): boolean {
  return place?.is_sure === true && place.role !== 'ship'
}

function nameFeatures(text: string, { names, domains }: PartySearch): string[] {
  const words = text.split(' ')
  const compact = tokenize(text).join('')
  const isLike = (stem: string) =>
    compact.length >= 4 &&
    (stem.includes(compact.slice(0, 6)) || (stem.length >= 4 && compact.includes(stem)))
  const tests: [boolean, string][] = [
    [names.forms.isCompanyName(text), 'legal_form'],
    [
      /(^|\s)(gmbh|ltd|inc|llc|pt|cv|sarl|sas|srl|bv|s\.?l\.?|ag)\.?(\s|$|,)/i.test(text),
      'form_inside',
    ],
    [words.length === 1, 'one_word'],
    [words.length >= 6, 'many_words'],
    [/\d/.test(text), 'name_digits'],
    [/,/.test(text), 'comma'],
    [/[()]/.test(text), 'brackets'],
    [text === text.toUpperCase(), 'capitals'],
    [/^\p{Ll}/u.test(text), 'lower'],
    [words.filter((word) => /^\p{Ll}{3,}/u.test(word)).length >= 2, 'lower_words'],
    [/\b(bank|banque|banco|banca|sparkasse|volksbank)\b|bank\b/i.test(text), 'bank'],
    [
      /^(mr|mrs|ms|herr|herrn|frau|mme|m|sig|sr|sra|bapak|ibu|bpk|sdr|dhr|mevr|dr|dott)\.?\s/i.test(
        text,
      ),
      'person',
    ],
    [domains.some(({ stem }) => isLike(stem)), 'domain'],
  ]
  return tests.flatMap(([holds, name]) => (holds ? [name] : []))
}

function blockFeatures(
  segment: Segment,
  above: Segment[],
  below: Segment[],
  reading: PartySearch,
): string[] {
  const { view, names, labels, domains, largest, sections } = reading
  const isTax = ({ text }: Segment) => labels.find(text)?.meanings.has('tax_id_sure') ?? false
  const isContact = ({ text }: Segment) =>
    /@|www\.|\b(tel|phone|fax|telp|tél|telefon)\b/i.test(text)
  const near = below.slice(0, 3)
  const left = view.relativeLeft(segment)
  const tests: [boolean, string][] = [
    [above.length === 0 || sections.isHeading(above[0] as Segment), 'block_head'],
    [near.some(({ text }) => names.isAddress(text)), 'address_below'],
    [below.some(isTax), 'tax_id_below'],
    [below.some(isContact), 'contact_below'],
    [above.slice(0, 3).some(({ text }) => names.isAddress(text)), 'address_above'],
    [below.length >= 2, 'block_lines'],
    [domains.some(({ segment: line }) => below.includes(line)), 'domain_in_block'],
    [segment.font_size >= largest - 0.1, 'largest'],
    [left < 0.33, 'left'],
    [left > 0.55, 'right'],
    [above[0] !== undefined && labels.hasTitle(above[0].text), 'title_above'],
    [isBelowName(above[0], reading), 'below_name'],
    [isBelowSender(segment, above[0], names), 'below_sender'],
    [segment.words.length > 1 && labels.hasTitle(segment.text), 'title_in'],
  ]
  return tests.flatMap(([holds, name]) => (holds ? [name] : []))
}

/**
 * True for the second line of an address block, such as `Frau Vogel` below `Hausverwaltung Krüger`: the first line
 * names the party.
 */
function isBelowName(above: Segment | undefined, { names, sections }: PartySearch): boolean {
  return above !== undefined && !sections.isHeading(above) && names.isName(above.text)
}

/** True for the first line of an address below the sender's address in small type, as printed for window envelopes. */
function isBelowSender(segment: Segment, above: Segment | undefined, names: NameFinder): boolean {
  const isSmall = above !== undefined && above.font_size <= maxSizeRatio * segment.font_size
  return isSmall && above.words.length >= minSenderWords && names.isAddress(above.text)
}

/** Minimum number of words in a one-line sender address: a name, a street and a town. */
const minSenderWords = 5

/** Extracts the domain names in email and web addresses, without the top-level domain. */
function findDomains(segments: Segment[]): PartySearch['domains'] {
  const free = /^(gmail|yahoo|hotmail|outlook|example|mail)$/
  return segments.flatMap((segment) =>
    [...segment.text.matchAll(/(?:@|www\.|https?:\/\/(?:www\.)?)([\p{L}\p{N}-]+)\./giu)].flatMap(
      ([, stem]) => {
        const plain = (stem ?? '').toLowerCase().replace(/-/g, '')
        return plain.length >= 3 && !free.test(plain) ? [{ stem: plain, segment }] : []
      },
    ),
  )
}

/** Adds features that compare the names with each other: order, repetition, and whether a party has a label. */
function addComparisons(
  candidates: Candidate[],
  sections: PartySections,
  payees: readonly string[],
): Candidate[] {
  const counts = new Map<string, number>()
  for (const { key } of candidates) counts.set(key, (counts.get(key) ?? 0) + 1)
  const atFoot = new Set(
    candidates
      .filter(({ features }) => features.includes('foot') || features.includes('below_table'))
      .map(({ key }) => key),
  )
  const unlabelled = candidates.filter(
    ({ features }) => features.includes('no_section') && features.includes('block_head'),
  )
  const heads = candidates.filter(
    ({ features }) => features.includes('address_below') && !features.includes('below_name'),
  )
  const keysWith = (...names: string[]) =>
    new Set(
      heads
        .filter(({ features }) => names.some((name) => features.includes(name)))
        .map((head) => head.key),
    )
  const reachable = keysWith('contact_below', 'tax_id_below')
  const holders = new Set(
    candidates
      .filter(({ features }) => features.includes('account_holder'))
      .map((candidate) => candidate.key),
  )
  const companies = findUnlabelledCompanies(candidates)
  const labelled = `${sections.has('seller') ? 's' : ''}${sections.has('buyer') ? 'b' : ''}`
  return candidates.map((candidate) => {
    const { key, value, features } = candidate
    const order = unlabelled.indexOf(candidate)
    const tests: [boolean, string][] = [
      [(counts.get(key) ?? 0) > 1, 'again'],
      [atFoot.has(key) && !features.includes('below_table'), 'again_at_foot'],
      [order >= 0, `head_${Math.min(order, 2)}_${labelled}`],
      [features.includes('no_section'), `no_section_${labelled}`],
      [features.includes('address_below') && features.includes('no_section'), 'letterhead'],
      [features.includes('legal_form') && features.includes('address_below'), 'form_and_address'],
      [features.includes('legal_form') && features.includes('below_table'), 'form_below_table'],
      [features.includes('domain') && features.includes('no_section'), 'domain_no_section'],
      [reachable.size === 1 && reachable.has(key), 'only_contact'],
      [reachable.size === 1 && !reachable.has(key), 'contact_elsewhere'],
      [holders.has(key) && !features.includes('account_holder'), 'holds_account'],
      [features.includes('legal_form') && isPayee(value, payees), 'payee'],
      [labelled === 'b' && companies.size === 1 && companies.has(key), 'sole_company'],
    ]
    const added = tests.flatMap(([holds, name]) => (holds ? [name] : []))
    return { ...candidate, features: [...features, ...added] }
  })
}

/** Returns the companies, except banks, that no label assigns to a party. */
function findUnlabelledCompanies(candidates: Candidate[]): Set<string> {
  const isLabelled = ({ features }: Candidate) => !features.includes('no_section')
  const labelled = new Set(candidates.filter(isLabelled).map(({ key }) => key))
  const companies = candidates.filter(
    ({ key, features }) =>
      features.includes('legal_form') && !features.includes('bank') && !labelled.has(key),
  )
  return new Set(companies.map(({ key }) => key))
}
