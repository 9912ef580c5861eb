import type { TaxClass } from '../../domain/invoice/invoice.ts'
import type { AllowanceCharge } from './facts.ts'
import { findElements, readNumber, readText, type XmlElement } from './xml-elements.ts'

/** How one XML syntax states an allowance or charge. */
interface ExtraSyntax {
  name: string
  amount: string
  tax: string
  readTaxClass: (tax: XmlElement) => TaxClass
}

export function readExtra(
  element: XmlElement,
  { name, amount, tax, readTaxClass }: ExtraSyntax,
): Omit<AllowanceCharge, 'is_charge'> {
  return {
    name: readText(element, name),
    amount: readNumber(element, amount) ?? '0',
    tax_class: findElements(element, tax).map(readTaxClass)[0],
  }
}
