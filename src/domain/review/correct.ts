import type { Change, CorrectableReading, AppliedChange } from './change.ts'
import {
  isList,
  isSingle,
  type ChangeTarget,
  resolveTarget,
  rejectControlCharacters,
  getTargetValue,
} from './change-target.ts'
import { checkInvoice } from '../invoice/check-invoice.ts'
import type { InvoiceLine, InvoiceReading } from '../invoice/invoice.ts'
import type { Evidence } from '../reading/evidence.ts'
import { type Reason, toReview } from '../invoice/review-reasons.ts'
import { findNpwpFault } from '../invoice/tax-numbers.ts'
import { normaliseValue, rejectChange } from './shape.ts'

type EntryData = Pick<CorrectableReading, 'evidence'> & { review?: InvoiceReading['review'] }

export interface CorrectionResult<R extends CorrectableReading> {
  reading: R
  made: AppliedChange[]
  /** The changes that undo this change. */
  inverse: Change[]
}

const blankLine: InvoiceLine = {
  no: null,
  sku: null,
  hs_code: null,
  description: '',
  quantity: null,
  unit: null,
  unit_price: null,
  discount: null,
  amount: null,
  taxable: true,
}

const maxEntries = 5000

/**
 * Applies all changes in order and repeats the checks. If a change fails, throws an error with its path and changes
 * nothing. A value set by a user keeps its position on the page.
 */
export function correct<R extends CorrectableReading>(
  reading: R,
  changes: readonly Change[],
): CorrectionResult<R> {
  const draft = structuredClone(reading)
  const steps = changes.map((change) => step[change.op](draft, change))
  return {
    reading: recheck(draft),
    made: steps.map(({ made }) => made),
    inverse: steps.map(({ inverse }) => inverse).reverse(),
  }
}

/** Approves the reading. Keeps its reasons but marks all of them as resolved. */
export function approve<R extends CorrectableReading>(reading: R): R {
  if (reading.kind === 'heat_sheet') return reading
  const reasons = reading.review.reasons.map((reason) => ({ ...reason, settled: true as const }))
  return { ...reading, review: toReview(reasons) }
}

/** Repeats the checks. A value that the user set resolves the reasons about it that no check can verify. */
function recheck<R extends CorrectableReading>(draft: R): R {
  if (draft.kind === 'heat_sheet') return draft
  const reasons = draft.review.reasons.map(({ code, path, params }): Reason => {
    const isSettled = draft.evidence[path ?? '']?.source === 'human'
    return { code, path, params, ...(isSettled && { settled: true }) }
  })
  const reviewed = { ...draft, review: toReview(reasons) }
  return reviewed.kind === 'invoice' ? (checkInvoice(reviewed) as R) : reviewed
}

interface Step {
  made: AppliedChange
  inverse: Change
}

const step: Record<Change['op'], (draft: CorrectableReading, change: Change) => Step> = {
  set(draft, { path, value, location }) {
    if (value === undefined) rejectChange(path, 'value_or_null_needed')
    const place = requireExisting(draft, path)
    if (!isSingle(place)) rejectChange(path, 'not_single')
    rejectControlCharacters(path, value)
    const fitting = normaliseValue(place.shape, path, value)
    rejectInvalidNpwp(draft, path, fitting)
    const old = getTargetValue(place) ?? null
    const before = draft.evidence[path]
    draft.evidence[path] = toHumanEvidence(draft, path, old, location)
    setValue(place, fitting)
    const inverse =
      before?.source === 'human'
        ? createRestoreChange(path, old, before)
        : { op: 'revert' as const, path }
    return { made: { op: 'set', path, old, new: fitting ?? null }, inverse }
  },

  revert(draft, { path }) {
    const place = requireExisting(draft, path)
    const before = draft.evidence[path]
    const last = before?.was?.at(-1)
    if (!before || !last || before.source !== 'human') return rejectChange(path, 'not_changed')
    const { was: earlier = [], ...found } = before
    const old = getTargetValue(place) ?? null
    setValue(place, normaliseValue(place.shape, path, last.value))
    if (last.source === null) delete draft.evidence[path]
    else {
      const rest = earlier.slice(0, -1)
      draft.evidence[path] = {
        ...found,
        ...last.location,
        confidence: last.confidence ?? 1,
        source: last.source,
        ...(rest.length > 0 && { was: rest }),
      }
    }
    const made = { op: 'revert' as const, path, old, new: last.value ?? null }
    return { made, inverse: createRestoreChange(path, old, before) }
  },

  insert(draft, { path, value, found }) {
    const { place, list, index } = getEntry(draft, path)
    // Skips validation, because restored values were validated when they were first entered.
    if (!found) rejectControlCharacters(path, value)
    if (place.holder.length >= maxEntries) rejectChange(path, 'full', maxEntries)
    const entry = normaliseValue(
      place.shape,
      path,
      isLine(list) ? { ...blankLine, ...toObject(value) } : value,
    )
    renumberEntries(draft, list, index, 1)
    place.holder.splice(index, 0, entry)
    restoreEntryData(draft, path, found)
    return { made: { op: 'insert', path, old: null, new: entry }, inverse: { op: 'remove', path } }
  },

  remove(draft, { path }) {
    const { place, list, index } = getEntry(draft, path)
    if (index >= place.holder.length) rejectChange(path, 'no_place')
    const [old] = place.holder.splice(index, 1)
    const found = removeEntryData(draft, path)
    renumberEntries(draft, list, index + 1, -1)
    const inverse: Change = { op: 'insert', path, value: old, found }
    return { made: { op: 'remove', path, old, new: null }, inverse }
  },
}

/**
 * Rejects a tax number that is not an NPWP on an invoice in rupiah, which is filed. A foreign invoice may state any
 * number.
 */
function rejectInvalidNpwp(draft: CorrectableReading, path: string, value: unknown): void {
  if (draft.kind !== 'invoice' || !/^(seller|buyer)\.tin$/.test(path)) return
  const isRupiah = draft.currency === null || draft.currency === 'IDR'
  const fault = isRupiah && typeof value === 'string' && findNpwpFault(value)
  if (fault) rejectChange(path, fault)
}

/** Restores the value that the user set before, at the location where they found it. */
function createRestoreChange(
  path: string,
  value: unknown,
  { page, box, text, was }: Evidence,
): Change {
  const isMoved = was?.at(-1)?.location !== undefined && page !== null && box !== null
  return { op: 'set', path, value, ...(isMoved && { location: { page, box, text } }) }
}

function requireExisting(draft: CorrectableReading, path: string): ChangeTarget {
  const place = resolveTarget(draft, path)
  if (isList(place) && Number(place.key) >= place.holder.length) {
    rejectChange(path, 'no_place')
  }
  return place
}

function setValue({ holder, key }: ChangeTarget, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(key)] = value
  else if (value === undefined) Reflect.deleteProperty(holder, key)
  else holder[key] = value
}

function getEntry(draft: CorrectableReading, path: string) {
  const place = resolveTarget(draft, path)
  if (!isList(place)) return rejectChange(path, 'not_an_entry')
  const list = path.slice(0, path.lastIndexOf('.'))
  return { place, list, index: Number(place.key) }
}

function isLine(list: string): boolean {
  return list === 'lines'
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

/**
 * Creates the evidence for a value set by a user. Its location is where the user found it or, if that is unknown, where
 * the original value or its parent is printed.
 */
function toHumanEvidence(
  { evidence }: EntryData,
  path: string,
  old: unknown,
  location: Change['location'],
): Evidence {
  const found = evidence[path]
  const { page = null, box = null } = found ?? findParentEvidence(evidence, path) ?? {}
  const printed = { page, box, text: found?.text ?? '' }
  const was = listEarlierValues(found, old)
  const original = was?.at(-1)
  const from = original?.location ?? printed
  return {
    ...(location ?? from),
    confidence: 1,
    source: 'human',
    ...(was && original && { was: [...was.slice(0, -1), addLocation(original, location && from)] }),
  }
}

type EarlierValue = NonNullable<Evidence['was']>[number]

function listEarlierValues(found: Evidence | undefined, old: unknown): EarlierValue[] | undefined {
  if (found?.source === 'human') return found.was
  const { confidence = null, source = null } = found ?? {}
  return [...(found?.was ?? []), { value: old, confidence, source }]
}

function addLocation(
  { value, confidence, source }: EarlierValue,
  location: EarlierValue['location'],
): EarlierValue {
  return { value, confidence, source, ...(location && { location }) }
}

function findParentEvidence(evidence: EntryData['evidence'], path: string): Evidence | undefined {
  const end = path.lastIndexOf('.')
  if (end < 0) return undefined
  const holder = path.slice(0, end)
  return evidence[holder] ?? findParentEvidence(evidence, holder)
}

/** Removes an entry's evidence and reasons and returns them for undo. */
function removeEntryData(draft: EntryData, path: string): NonNullable<Change['found']> {
  const isWithin = (other: string | null) => other === path || other?.startsWith(`${path}.`)
  const within = (other: string) => other.slice(path.length + 1)
  const mine = Object.entries(draft.evidence).filter(([at]) => isWithin(at))
  for (const [at] of mine) delete draft.evidence[at]
  const reasons = draft.review?.reasons ?? []
  const taken = reasons.filter((reason) => isWithin(reason.path))
  if (draft.review) draft.review.reasons = reasons.filter((reason) => !isWithin(reason.path))
  return {
    evidence: Object.fromEntries(mine.map(([at, found]) => [within(at), found])),
    reasons: taken.map((reason) => ({ ...reason, path: within(reason.path ?? path) })),
  }
}

/**
 * Adds an entry's evidence and reasons. A new entry is attributed to the user. A restored entry keeps its own evidence.
 */
function restoreEntryData(draft: EntryData, path: string, found: Change['found']): void {
  const at = (within: string) => (within === '' ? path : `${path}.${within}`)
  const fresh = { page: null, box: null, text: '', confidence: 1, source: 'human' as const }
  for (const [within, known] of Object.entries(found?.evidence ?? { '': fresh })) {
    draft.evidence[at(within)] = known
  }
  const reasons = (found?.reasons ?? []).map((it) => ({ ...it, path: at(it.path ?? '') }))
  draft.review?.reasons.push(...reasons)
}

/** Renumbers the evidence and reasons for list entries from `index` on. */
function renumberEntries(draft: EntryData, list: string, index: number, by: 1 | -1): void {
  const moved = (path: string): string => {
    if (!path.startsWith(`${list}.`)) return path
    const [first = '', ...rest] = path.slice(list.length + 1).split('.')
    const number = Number(first)
    return number >= index ? [list, number + by, ...rest].join('.') : path
  }
  draft.evidence = Object.fromEntries(
    Object.entries(draft.evidence).map(([path, found]) => [moved(path), found]),
  )
  for (const reason of draft.review?.reasons ?? []) {
    if (reason.path !== null) reason.path = moved(reason.path)
  }
}
