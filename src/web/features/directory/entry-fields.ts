import { TransactionCode } from '../../../domain/invoice/directory.ts'
import type { Table } from './directory-view.ts'

/** A part of an entry as a form asks for it. `goods.code` stands within another. */
export interface Field {
  name: string
  /** `list`: one on each line. `codes`: a seller and a number, side by side. */
  kind: 'text' | 'list' | 'codes' | 'choice'
  /** Whether it is asked for at once or only on request. */
  isFirst?: true
  isNeeded?: true
  /** Of a choice; the empty one stands for none. */
  options?: readonly string[]
  /** What a new entry has. */
  initial?: string
  /** Figures, for the keyboard of a phone. */
  isNumber?: true
}

const documents = ['TIN', 'National ID', 'Passport', 'Other ID']
const options = ['A', 'B']

export const fieldsOf: Record<Table, readonly Field[]> = {
  parties: [
    { name: 'name', kind: 'text', isFirst: true, isNeeded: true },
    { name: 'tin', kind: 'text', isFirst: true, isNumber: true },
    { name: 'aliases', kind: 'list', isFirst: true },
    { name: 'codes', kind: 'codes', isFirst: true },
    { name: 'address', kind: 'text' },
    { name: 'email', kind: 'text' },
    { name: 'idtku', kind: 'text', isNumber: true },
    { name: 'document', kind: 'choice', options: documents, initial: 'TIN', isNeeded: true },
    { name: 'document_number', kind: 'text' },
    { name: 'country', kind: 'text', initial: 'IDN', isNeeded: true },
    { name: 'transaction_code', kind: 'choice', options: ['', ...TransactionCode.options] },
    { name: 'add_info', kind: 'text' },
    { name: 'facility_stamp', kind: 'text' },
    { name: 'goods.option', kind: 'choice', options: ['', ...options] },
    { name: 'goods.code', kind: 'text', isNumber: true },
    { name: 'goods.unit', kind: 'text' },
  ],
  units: [
    { name: 'code', kind: 'text', isFirst: true, isNeeded: true },
    { name: 'name', kind: 'text', isFirst: true, isNeeded: true },
    { name: 'aliases', kind: 'list', isFirst: true },
  ],
  goods: [
    { name: 'code', kind: 'text', isFirst: true, isNeeded: true, isNumber: true },
    { name: 'option', kind: 'choice', isFirst: true, options, initial: 'A', isNeeded: true },
    { name: 'unit', kind: 'text', isFirst: true },
    { name: 'descriptions', kind: 'list', isFirst: true },
    { name: 'skus', kind: 'list', isFirst: true },
    { name: 'hs_codes', kind: 'list', isFirst: true },
  ],
}
