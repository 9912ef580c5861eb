import type { Goods, Party, Unit } from '../../domain/invoice/directory.ts'
import type { InvoiceLine } from '../../domain/invoice/invoice.ts'
import { companyName, looseKey, nameKey } from './names.ts'

/** What a person keeps who files invoices; never part of a layout. */
export interface Tables {
  parties: readonly Party[]
  units: readonly Unit[]
  goods: readonly Goods[]
}

/** The tables by the keys under which their entries are looked for. */
export interface Directory {
  /** By the name without its legal form. */
  parties: ReadonlyMap<string, readonly { form: string | undefined; party: Party }[]>
  customers: ReadonlyMap<string, Party>
  units: ReadonlyMap<string, Unit>
  goods: ReadonlyMap<string, Goods>
}

export function toDirectory({ parties, units, goods }: Tables): Directory {
  return {
    parties: byName(parties),
    customers: byKey(parties, customerKeys),
    units: byKey(units, unitKeys),
    goods: byKey(goods, goodsKeys),
  }
}

/**
 * The one company of this name or alias. A name without its legal form will do as long as only one company
 * has it; nothing is found by likeness.
 */
export function findParty({ parties }: Directory, name: string): Party | undefined {
  const { form, bare } = companyName(name)
  const alike = parties.get(bare) ?? []
  const exact = alike.filter((it) => it.form === form)
  const loose = alike.filter((it) => it.form === undefined || form === undefined)
  const found = new Set((exact.length > 0 ? exact : loose).map(({ party }) => party))
  const [first] = found
  return found.size === 1 ? first : undefined
}

/** The company that this seller knows by this number. */
export function findCustomer(
  { customers }: Directory,
  seller: string,
  code: string,
): Party | undefined {
  return customers.get(customerKey(seller, code))
}

export function findUnit({ units }: Directory, printed: string): Unit | undefined {
  return units.get(looseKey(printed))
}

/** By article number, then by customs code, then by description. */
export function findGoods({ goods }: Directory, line: InvoiceLine): Goods | undefined {
  const { sku, hs_code, description } = line
  const keys = goodsKeys({
    skus: sku === null ? [] : [sku],
    hs_codes: hs_code === null ? [] : [hs_code],
    descriptions: [description],
  })
  return keys.map((key) => goods.get(key)).find((found) => found !== undefined)
}

/** What leads to an entry. A key that leads to two would make one of them a guess. */
export const keysOf: { [Kind in keyof Tables]: (entry: Tables[Kind][number]) => string[] } = {
  parties: (party) => [...nameKeys(party), ...customerKeys(party)],
  units: unitKeys,
  goods: goodsKeys,
}

function nameKeys({ name, aliases }: Party): string[] {
  return [name, ...aliases].map(nameKey)
}

function customerKeys({ codes }: Party): string[] {
  return codes.map(({ seller, code }) => customerKey(seller, code))
}

function unitKeys({ code, name, aliases }: Unit): string[] {
  return [code, name, ...aliases].map(looseKey)
}

function goodsKeys(goods: Pick<Goods, 'skus' | 'hs_codes' | 'descriptions'>): string[] {
  return [
    ...goods.skus.map((it) => `sku ${looseKey(it)}`),
    ...goods.hs_codes.map((it) => `customs code ${looseKey(it)}`),
    ...goods.descriptions.map((it) => `description ${looseKey(it)}`),
  ]
}

function customerKey(seller: string, code: string): string {
  return `customer ${looseKey(code)} of ${companyName(seller).bare}`
}

function byName(parties: readonly Party[]): Directory['parties'] {
  const names = new Map<string, { form: string | undefined; party: Party }[]>()
  for (const party of parties) {
    for (const name of [party.name, ...party.aliases]) {
      const { form, bare } = companyName(name)
      names.set(bare, [...(names.get(bare) ?? []), { form, party }])
    }
  }
  return names
}

function byKey<T>(entries: readonly T[], keysOf: (entry: T) => string[]): Map<string, T> {
  return new Map(entries.flatMap((entry) => keysOf(entry).map((key) => [key, entry] as const)))
}
