import { z } from 'zod'

/** The form in which a concept's value appears on a page. */
export type ConceptKind =
  | 'text'
  | 'name'
  | 'code'
  | 'date'
  | 'amount'
  | 'iban'
  | 'bic'
  | 'phone'
  | 'email'
  | 'website'

/** Concepts that readers or labels can find on an invoice, each with the kind of its value. */
const invoiceKinds = {
  number: 'code',
  date: 'date',
  currency: 'text',
  'seller.name': 'name',
  'seller.tin': 'code',
  'buyer.name': 'name',
  'buyer.code': 'code',
  'buyer.address': 'text',
  'buyer.tin': 'code',
  'totals.subtotal': 'amount',
  'totals.tax_base': 'amount',
  'totals.tax': 'amount',
  'totals.grand_total': 'amount',
} as const satisfies Record<string, ConceptKind>

/** Concepts whose value is next to a label on any document. */
const labelledKinds = {
  due_date: 'date',
  purchase_order: 'code',
  order_date: 'date',
  delivery_date: 'date',
  delivery_note: 'code',
  contract_number: 'code',
  project_number: 'code',
  reference: 'code',
  iban: 'iban',
  bic: 'bic',
  bank_name: 'name',
  bank_account: 'code',
  phone: 'phone',
  fax: 'phone',
  email: 'email',
  website: 'website',
  payment_terms: 'text',
  contact_person: 'name',
} as const satisfies Record<string, ConceptKind>

/** Concepts that describe a whole heat sheet. */
const meetKinds = {
  meet_name: 'text',
  meet_start: 'date',
  meet_end: 'date',
  session_date: 'date',
  venue: 'text',
  course: 'text',
  event_count: 'amount',
  entry_count: 'amount',
} as const satisfies Record<string, ConceptKind>

/** Concepts that describe one swim, its heat and its event. */
const swimKinds = {
  event_number: 'amount',
  event_name: 'text',
  session: 'text',
  round: 'text',
  heat_number: 'amount',
  heats_total: 'amount',
  heat_start_time: 'text',
  lane: 'amount',
  swimmer_name: 'text',
  age: 'code',
  team: 'text',
  seed_time: 'text',
  seed_rank: 'amount',
  relay: 'text',
} as const satisfies Record<string, ConceptKind>

export const conceptKinds = { ...invoiceKinds, ...labelledKinds, ...meetKinds, ...swimKinds }
export type Concept = keyof typeof conceptKinds
export type MeetConcept = keyof typeof meetKinds
export type SwimConcept = keyof typeof swimKinds

const names = <Kinds extends object>(kinds: Kinds) =>
  Object.keys(kinds) as [keyof Kinds & string, ...(keyof Kinds & string)[]]

/** Concepts that a vocabulary may have names for. */
export const Concept = z.enum(names(conceptKinds))

export const invoiceConcepts: readonly Concept[] = [...names(invoiceKinds), ...names(labelledKinds)]
export const meetConcepts: readonly Concept[] = [
  ...names(meetKinds),
  'phone',
  'email',
  'website',
  'contact_person',
]
export const swimConcepts: readonly Concept[] = [...names(swimKinds), 'session_date']
/** Concepts found by label on documents that are neither invoices nor heat sheets. */
export const labelledConcepts: readonly Concept[] = [
  'number',
  'date',
  'buyer.code',
  ...names(labelledKinds),
]
