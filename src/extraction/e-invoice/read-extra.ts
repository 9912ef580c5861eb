import type { TaxClass } from '../../domain/invoice/invoice.ts'
import type { AllowanceCharge } from './facts.ts'
import { findElements, readFlag, readNumber, readText, type XmlElement } from './xml-elements.ts'

/** How one XML syntax states an allowance or charge. */
export interface ExtraSyntax {
  name: string
  amount: string
  tax: string
  readTaxClass: (tax: XmlElement) => TaxClass
}

/** Reads the elements at a path, each of which states whether it is an allowance or a charge. */
export function readAllowanceCharges(
  from: XmlElement | undefined,
  path: string,
  syntax: ExtraSyntax,
): AllowanceCharge[] {
  return (from ? findElements(from, path) : []).map((element) => ({
    is_charge: readFlag(element, 'ChargeIndicator'),
    ...readExtra(element, syntax),
  }))
}

/** Reads an element that is always an allowance, or always a charge. */
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
