import type { ValueReader } from '../../layout/locate.ts'
import { createFieldReader } from '../../layout/read-fields.ts'
import { createAmountReader } from '../../layout/read-totals.ts'
import type { Example } from '../example/example.ts'
import type { ValueName } from './label-hints.ts'
import { isSameAmount, isSameText } from '../example/same-value.ts'

const amountNames: readonly ValueName[] = ['subtotal', 'tax_base', 'tax', 'grand_total', 'charge']

export function isAmountName(name: ValueName): boolean {
  return amountNames.includes(name)
}

/** Returns the reader that the engine uses for this value. */
export function createValueReader(name: ValueName, { order, style }: Example): ValueReader<string> {
  switch (name) {
    case 'number':
    case 'date':
    case 'currency':
    case 'buyer.name':
    case 'buyer.code':
      return createFieldReader(name, order)
    case 'subtotal':
    case 'tax_base':
    case 'tax':
    case 'grand_total':
    case 'charge':
      return createAmountReader(style)
  }
}

export function isSameValue(name: ValueName, wanted: string, read: string | undefined): boolean {
  if (read === undefined) return false
  if (isAmountName(name)) return isSameAmount(wanted, read)
  return name === 'date' || name === 'currency' ? wanted === read : isSameText(wanted, read)
}
