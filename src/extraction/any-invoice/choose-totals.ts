import {
  absolute,
  add,
  compare,
  type Decimal,
  formatDecimal,
  subtract,
  sum,
  zero,
} from '../../domain/values/decimal.ts'
import type { InvoiceTotals } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import type { TotalName } from '../../domain/mapping/invoice-vocabulary.ts'
import { isNumber } from '../values/numbers.ts'
import type { Candidate } from './find-totals.ts'

export interface ChosenTotals {
  totals: InvoiceTotals
  /** Amounts that only arithmetic took for charges. */
  unnamed: string[]
  /** Amounts among the totals that nothing accounts for. */
  unexplained: Candidate[]
  evidence: Record<string, Evidence>
}

/** What makes a grand total out of the sum of the lines. */
interface Way {
  grand_total: Candidate
  taxes: Candidate[]
  extras: Candidate[]
}

/** Of more lines between the items and the grand total, not all ways can be tried. */
const mostExtras = 6

/**
 * The totals that add up. Labels say what an amount may be, and the sum of the lines which of them it is; where
 * nothing adds up, the labels alone decide, and the proof that follows will fail.
 */
export function chooseTotals(candidates: Candidate[], lines: Decimal): ChosenTotals {
  const instalment = candidates.find(({ roles }) => roles.includes('instalment'))
  const way =
    findWay(candidates, lines) ??
    (instalment && findWay(candidates, instalment.value)) ??
    guessWay(candidates)
  const inside = way ? candidates.slice(0, candidates.indexOf(way.grand_total)) : candidates
  const subtotal =
    inside.find((it) => compare(it.value, lines) === 0 && isOpen(it, 'subtotal')) ??
    inside.find(({ roles }) => roles.includes('subtotal'))
  const net = add(lines, sum((way?.extras ?? []).map(signed)))
  const base =
    inside.find((it) => it.roles.includes('tax_base') && it !== subtotal) ??
    unnamedBase(inside, net, [subtotal, ...(way?.extras ?? [])])
  const withheld = candidates.filter(({ roles }) => roles.includes('withheld'))
  const used = [
    subtotal,
    base,
    instalment,
    ...(way ? [...way.taxes, ...way.extras] : []),
    ...withheld,
  ]
  const isExplained = (it: Candidate) =>
    used.includes(it) || isTax(it) || [lines, net].some((sum) => compare(it.value, sum) === 0)
  const unexplained = inside.filter((it) => !isExplained(it) && isUnder(it, way?.grand_total))
  return { ...write({ way, subtotal, base, withheld, instalment }), unexplained }
}

/** What is taxed is printed just before the tax; without a rule of a country it is the net amount. */
function unnamedBase(
  inside: Candidate[],
  net: Decimal,
  used: (Candidate | undefined)[],
): Candidate | undefined {
  const tax = inside.findIndex(isTax)
  const before = tax > 0 ? inside[tax - 1] : undefined
  const isFree = before && before.roles.length === 0 && !used.includes(before)
  return isFree && compare(before.value, net) === 0 ? before : undefined
}

/** Whether an amount with a name ends where the grand total does: what belongs together is set flush. */
function isUnder({ label, segment }: Candidate, grand_total: Candidate | undefined): boolean {
  const right = grand_total?.segment.box[2] ?? Infinity
  const isFlush = Math.abs(segment.box[2] - right) <= segment.font_size
  return isFlush && isNumber(segment.text) && /\p{L}{2}/u.test(label)
}

/** Every tax that is printed must be in the total, and a total may not be passed over for a part of it. */
function findWay(candidates: Candidate[], lines: Decimal): Way | undefined {
  const totals = candidates.filter(({ roles }) =>
    roles.some((role) => role === 'grand_total' || role === 'subtotal'),
  )
  for (const grand_total of likeliestFirst(totals)) {
    const before = candidates.slice(0, candidates.indexOf(grand_total))
    const missed = candidates.filter((it) => isTax(it) && !before.includes(it))
    if (missed.length > 0) continue
    for (const taxes of taxWays(before.filter(isTax))) {
      const taxed = add(lines, sum(taxes.map(({ value }) => value)))
      const extras = fillGap(before, subtract(grand_total.value, taxed))
      if (extras) return { grand_total, taxes, extras }
    }
  }
  return undefined
}

/** Amounts that are called the grand total come first, then those further down. */
function likeliestFirst(totals: Candidate[]): Candidate[] {
  const isNamed = ({ roles }: Candidate) =>
    roles.includes('grand_total') && !roles.includes('subtotal')
  const upwards = totals.toReversed()
  return [...upwards.filter(isNamed), ...upwards.filter((total) => !isNamed(total))]
}

/** Each tax alone may be the sum of the others: first all of them, then the last, then each. */
function taxWays(taxes: Candidate[]): Candidate[][] {
  if (taxes.length === 0) return [[]]
  return [taxes, ...taxes.toReversed().map((tax) => [tax])]
}

/** Charges and discounts that make up the difference; amounts of an unknown name count if nothing else does. */
function fillGap(candidates: Candidate[], gap: Decimal): Candidate[] | undefined {
  if (gap.units === 0n) return []
  const extras = candidates.filter(isExtra).slice(-mostExtras)
  const ways = Array.from({ length: 2 ** extras.length }, (_, bits) =>
    extras.filter((_, index) => (bits >> index) & 1),
  )
  const fits = ways.filter((way) => way.length > 0 && compare(sum(way.map(signed)), gap) === 0)
  return fits.toSorted((a, b) => unknown(a) - unknown(b) || a.length - b.length)[0]
}

function unknown(way: Candidate[]): number {
  return way.filter(({ roles }) => roles.length === 0).length
}

/** A discount is taken off, however its sign is printed. */
function signed({ roles, value }: Candidate): Decimal {
  return roles.includes('discount') ? subtract(zero, absolute(value)) : value
}

function isExtra({ roles, label }: Candidate): boolean {
  if (roles.length === 0) return /\p{L}{2}/u.test(label) && !/\d(?!\d*[,.]?\d* ?%)/.test(label)
  return isNamedExtra({ roles })
}

function isNamedExtra({ roles }: Pick<Candidate, 'roles'>): boolean {
  return roles.includes('charges') || roles.includes('discount')
}

function isTax({ roles }: Candidate): boolean {
  return roles.includes('tax')
}

function isOpen({ roles }: Candidate, role: TotalName): boolean {
  return roles.length === 0 || roles.includes(role)
}

function guessWay(candidates: Candidate[]): Way | undefined {
  const [grand_total] = likeliestFirst(
    candidates.filter(({ roles }) => roles.includes('grand_total')),
  )
  if (!grand_total) return undefined
  const before = candidates.slice(0, candidates.indexOf(grand_total))
  return {
    grand_total,
    taxes: before.filter(isTax).slice(-1),
    extras: before.filter(isNamedExtra),
  }
}

function write(found: {
  way: Way | undefined
  subtotal: Candidate | undefined
  base: Candidate | undefined
  withheld: Candidate[]
  instalment: Candidate | undefined
}): Omit<ChosenTotals, 'unexplained'> {
  const evidence: Record<string, Evidence> = {}
  const put = (path: string, candidate: Candidate | undefined, value = candidate?.value) => {
    if (!candidate || !value) return null
    const { page, box, text } = candidate.segment
    evidence[path] = { page, box, text, confidence: 0.9, source: 'generic' }
    return formatDecimal(value)
  }
  const named = (list: 'charges' | 'withheld', candidates: Candidate[]) =>
    candidates.map((candidate, index) => ({
      name: candidate.label,
      amount: put(`totals.${list}.${index}.amount`, candidate, signed(candidate)) ?? '0',
    }))
  const { way, subtotal, base, withheld, instalment } = found
  const taxes = way?.taxes ?? []
  return {
    totals: {
      subtotal: put('totals.subtotal', subtotal),
      tax_base: put('totals.tax_base', base),
      tax: put('totals.tax', taxes.at(-1), sum(taxes.map(({ value }) => value))),
      grand_total: put('totals.grand_total', way?.grand_total),
      charges: named('charges', way?.extras ?? []),
      withheld: named('withheld', withheld),
      ...(instalment && { instalment: put('totals.instalment', instalment) ?? undefined }),
    },
    unnamed: (way?.extras ?? [])
      .filter(({ roles }) => roles.length === 0)
      .map(({ label }) => label),
    evidence,
  }
}
