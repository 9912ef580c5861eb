import { TransactionCode } from '../../../domain/invoice/directory.ts'
import type { DirectoryTable } from './directory-view.ts'

/** A field of the form. `goods.code` refers to a nested property. */
export interface Field {
  name: string
  /** `list` has one item per line; `codes` has sellers and customer numbers side by side. */
  kind: 'text' | 'list' | 'codes' | 'choice'
  /** True if the field is always visible; other fields are below "More fields". */
  isPrimary?: true
  isRequired?: true
  /** Options of a choice; the empty string means none. */
  options?: readonly string[]
  /** Default for a new entry. */
  initial?: string
  /** True if phones should show the numeric keyboard. */
  isNumeric?: true
}

const identityDocuments = ['TIN', 'National ID', 'Passport', 'Other ID']
const goodsOptions = ['A', 'B']

export const entryFields: Record<DirectoryTable, readonly Field[]> = {
  parties: [
    { name: 'name', kind: 'text', isPrimary: true, isRequired: true },
    { name: 'tin', kind: 'text', isPrimary: true, isNumeric: true },
    { name: 'aliases', kind: 'list', isPrimary: true },
    { name: 'codes', kind: 'codes', isPrimary: true },
    { name: 'address', kind: 'text' },
    { name: 'email', kind: 'text' },
    { name: 'signer', kind: 'text' },
    { name: 'idtku', kind: 'text', isNumeric: true },
    {
      name: 'document',
      kind: 'choice',
      options: identityDocuments,
      initial: 'TIN',
      isRequired: true,
    },
    { name: 'document_number', kind: 'text' },
    { name: 'country', kind: 'text', initial: 'IDN', isRequired: true },
    { name: 'transaction_code', kind: 'choice', options: ['', ...TransactionCode.options] },
    { name: 'add_info', kind: 'text' },
    { name: 'facility_stamp', kind: 'text' },
    { name: 'goods.option', kind: 'choice', options: ['', ...goodsOptions] },
    { name: 'goods.code', kind: 'text', isNumeric: true },
    { name: 'goods.unit', kind: 'text' },
  ],
  units: [
    { name: 'code', kind: 'text', isPrimary: true, isRequired: true },
    { name: 'name', kind: 'text', isPrimary: true, isRequired: true },
    { name: 'aliases', kind: 'list', isPrimary: true },
  ],
  goods: [
    { name: 'code', kind: 'text', isPrimary: true, isRequired: true, isNumeric: true },
    {
      name: 'option',
      kind: 'choice',
      isPrimary: true,
      options: goodsOptions,
      initial: 'A',
      isRequired: true,
    },
    { name: 'unit', kind: 'text', isPrimary: true },
    { name: 'descriptions', kind: 'list', isPrimary: true },
    { name: 'skus', kind: 'list', isPrimary: true },
    { name: 'hs_codes', kind: 'list', isPrimary: true },
    { name: 'luxury_rate', kind: 'text', isNumeric: true },
  ],
}
