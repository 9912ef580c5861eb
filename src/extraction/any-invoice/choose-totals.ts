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
  /** Labels of charges that only arithmetic identifies. */
  inferred_charges: string[]
  /** Amounts among the totals that no equation uses. */
  unexplained: Candidate[]
  evidence: Record<string, Evidence>
}

/** Amounts that add up from the sum of the lines to the grand total. */
interface TotalsSolution {
  grand_total: Candidate
  taxes: Candidate[]
  extras: Candidate[]
}

/** Bounds the subset search, which is exponential. */
const maxExtras = 6

/**
 * Chooses the totals that add up. Labels limit the roles of an amount and the sum of the lines decides among them; if
 * nothing adds up the labels alone decide, and the checks that follow fail.
 */
export function chooseTotals(candidates: Candidate[], lines: Decimal): ChosenTotals {
  const instalment = candidates.find(({ roles }) => roles.includes('instalment'))
  const solution =
    solveTotals(candidates, lines) ??
    (instalment && solveTotals(candidates, instalment.value)) ??
    guessByLabels(candidates)
  const beforeTotal = solution
    ? candidates.slice(0, candidates.indexOf(solution.grand_total))
    : candidates
  const subtotal =
    beforeTotal.find((it) => compare(it.value, lines) === 0 && mayBe(it, 'subtotal')) ??
    beforeTotal.find(({ roles }) => roles.includes('subtotal'))
  const net = add(lines, sum((solution?.extras ?? []).map(signedAmount)))
  const base =
    beforeTotal.find((it) => it.roles.includes('tax_base') && it !== subtotal) ??
    findUnlabelledBase(beforeTotal, net, [subtotal, ...(solution?.extras ?? [])])
  const withheld = candidates.filter(({ roles }) => roles.includes('withheld'))
  const used = [
    subtotal,
    base,
    instalment,
    ...(solution ? [...solution.taxes, ...solution.extras] : []),
    ...withheld,
  ]
  const isExplained = (it: Candidate) =>
    used.includes(it) || isTax(it) || [lines, net].some((sum) => compare(it.value, sum) === 0)
  const unexplained = beforeTotal.filter(
    (it) => !isExplained(it) && isAlignedWithTotal(it, solution?.grand_total),
  )
  return { ...toChosenTotals({ solution, subtotal, base, withheld, instalment }), unexplained }
}

/** The tax base is printed just before the tax; without a national rule it equals the net amount. */
function findUnlabelledBase(
  beforeTotal: Candidate[],
  net: Decimal,
  used: (Candidate | undefined)[],
): Candidate | undefined {
  const tax = beforeTotal.findIndex(isTax)
  const before = tax > 0 ? beforeTotal[tax - 1] : undefined
  const isFree = before && before.roles.length === 0 && !used.includes(before)
  return isFree && compare(before.value, net) === 0 ? before : undefined
}

/** True for a labelled amount right-aligned with the grand total, as related amounts are. */
function isAlignedWithTotal(
  { label, segment }: Candidate,
  grand_total: Candidate | undefined,
): boolean {
  const right = grand_total?.segment.box[2] ?? Infinity
  const isFlush = Math.abs(segment.box[2] - right) <= segment.font_size
  return isFlush && isNumber(segment.text) && /\p{L}{2}/u.test(label)
}

/** The grand total must include every printed tax, and no total may be skipped in favour of a part of it. */
function solveTotals(candidates: Candidate[], lines: Decimal): TotalsSolution | undefined {
  const totals = candidates.filter(({ roles }) =>
    roles.some((role) => role === 'grand_total' || role === 'subtotal'),
  )
  for (const grand_total of sortByLikelihood(totals)) {
    const before = candidates.slice(0, candidates.indexOf(grand_total))
    const missed = candidates.filter((it) => isTax(it) && !before.includes(it))
    if (missed.length > 0) continue
    for (const taxes of taxCombinations(before.filter(isTax))) {
      const taxed = add(lines, sum(taxes.map(({ value }) => value)))
      const extras = findExtras(before, subtract(grand_total.value, taxed))
      if (extras) return { grand_total, taxes, extras }
    }
  }
  return undefined
}

/** Amounts labelled as grand total first, then lower ones on the page. */
function sortByLikelihood(totals: Candidate[]): Candidate[] {
  const isNamed = ({ roles }: Candidate) =>
    roles.includes('grand_total') && !roles.includes('subtotal')
  const upwards = totals.toReversed()
  return [...upwards.filter(isNamed), ...upwards.filter((total) => !isNamed(total))]
}

/** A single tax may already be the sum of the others: tries all of them, then the last, then each. */
function taxCombinations(taxes: Candidate[]): Candidate[][] {
  if (taxes.length === 0) return [[]]
  return [taxes, ...taxes.toReversed().map((tax) => [tax])]
}

/** Subset of charges and discounts that explains the difference; prefers labelled amounts. */
function findExtras(candidates: Candidate[], gap: Decimal): Candidate[] | undefined {
  if (gap.units === 0n) return []
  const extras = candidates.filter(isExtra).slice(-maxExtras)
  const subsets = Array.from({ length: 2 ** extras.length }, (_, bits) =>
    extras.filter((_, index) => (bits >> index) & 1),
  )
  const fits = subsets.filter(
    (subset) => subset.length > 0 && compare(sum(subset.map(signedAmount)), gap) === 0,
  )
  return fits.toSorted((a, b) => countUnlabelled(a) - countUnlabelled(b) || a.length - b.length)[0]
}

function countUnlabelled(candidates: Candidate[]): number {
  return candidates.filter(({ roles }) => roles.length === 0).length
}

/** A discount is negative whatever sign is printed. */
function signedAmount({ roles, value }: Candidate): Decimal {
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

function mayBe({ roles }: Candidate, role: TotalName): boolean {
  return roles.length === 0 || roles.includes(role)
}

function guessByLabels(candidates: Candidate[]): TotalsSolution | undefined {
  const [grand_total] = sortByLikelihood(
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

function toChosenTotals(found: {
  solution: TotalsSolution | undefined
  subtotal: Candidate | undefined
  base: Candidate | undefined
  withheld: Candidate[]
  instalment: Candidate | undefined
}): Omit<ChosenTotals, 'unexplained'> {
  const evidence: Record<string, Evidence> = {}
  const record = (path: string, candidate: Candidate | undefined, value = candidate?.value) => {
    if (!candidate || !value) return null
    const { page, box, text } = candidate.segment
    evidence[path] = { page, box, text, confidence: 0.9, source: 'generic' }
    return formatDecimal(value)
  }
  const named = (list: 'charges' | 'withheld', candidates: Candidate[]) =>
    candidates.map((candidate, index) => ({
      name: candidate.label,
      amount: record(`totals.${list}.${index}.amount`, candidate, signedAmount(candidate)) ?? '0',
    }))
  const { solution, subtotal, base, withheld, instalment } = found
  const taxes = solution?.taxes ?? []
  return {
    totals: {
      subtotal: record('totals.subtotal', subtotal),
      tax_base: record('totals.tax_base', base),
      tax: record('totals.tax', taxes.at(-1), sum(taxes.map(({ value }) => value))),
      grand_total: record('totals.grand_total', solution?.grand_total),
      charges: named('charges', solution?.extras ?? []),
      withheld: named('withheld', withheld),
      ...(instalment && { instalment: record('totals.instalment', instalment) ?? undefined }),
    },
    inferred_charges: (solution?.extras ?? [])
      .filter(({ roles }) => roles.length === 0)
      .map(({ label }) => label),
    evidence,
  }
}
