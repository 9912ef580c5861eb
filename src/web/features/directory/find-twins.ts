import { normaliseNpwp } from '../../../domain/invoice/tax-numbers.ts'

interface NumberedCompany {
  name: string
  number: string
}

/** Maps each company to another company with the same number. One of the two numbers is probably wrong. */
export function findTwins(companies: readonly NumberedCompany[]): ReadonlyMap<string, string> {
  const byNumber = new Map<string, string[]>()
  for (const { name, number } of companies) {
    const normalised = normaliseNpwp(number)
    if (normalised === undefined) continue
    const names = byNumber.get(normalised) ?? []
    names.push(name)
    byNumber.set(normalised, names)
  }
  const twins = new Map<string, string>()
  for (const [first = '', second, ...others] of byNumber.values()) {
    if (second === undefined) continue
    twins.set(first, second)
    for (const name of [second, ...others]) twins.set(name, first)
  }
  return twins
}
