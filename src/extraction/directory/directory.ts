import type { ExchangeRate } from '../../domain/invoice/exchange-rate.ts'
import type { Goods, Party, Unit } from '../../domain/invoice/directory.ts'
import type { InvoiceLine } from '../../domain/invoice/invoice.ts'
import { parseCompanyName, toLooseKey, toNameKey } from '../../domain/invoice/company-names.ts'

/** The tables that a user maintains for filing. A layout never contains them. */
export interface Tables {
  parties: readonly Party[]
  units: readonly Unit[]
  goods: readonly Goods[]
}

/** The tables, indexed by lookup key. */
export interface Directory {
  /** Keyed by name without the legal form. */
  parties: ReadonlyMap<string, readonly { form: string | undefined; party: Party }[]>
  customers: ReadonlyMap<string, Party>
  /** Keyed by NPWP. */
  taxpayers: ReadonlyMap<string, readonly Party[]>
  units: ReadonlyMap<string, Unit>
  goods: ReadonlyMap<string, Goods>
  rates: readonly ExchangeRate[]
}

export function toDirectory({ parties, units, goods }: Tables): Directory {
  return {
    parties: indexByName(parties),
    customers: indexByKey(parties, listCustomerKeys),
    taxpayers: indexByNumber(parties),
    units: indexByKey(units, listUnitKeys),
    goods: indexByKey(goods, listGoodsKeys),
    rates: [],
  }
}

/**
 * Returns the company with this name or alias if there is exactly one. A name without a legal form matches if it is
 * unique. Similar names never match.
 */
export function findParty({ parties }: Directory, name: string): Party | undefined {
  const { form, baseName } = parseCompanyName(name)
  const sameNames = parties.get(baseName) ?? []
  const exact = sameNames.filter((it) => it.form === form)
  const otherForms = sameNames.filter((it) => it.form === undefined || form === undefined)
  const found = new Set((exact.length > 0 ? exact : otherForms).map(({ party }) => party))
  const [first] = found
  return found.size === 1 ? first : undefined
}

/** Returns the company to which this seller has assigned the customer code. */
export function findCustomer(
  { customers }: Directory,
  seller: string,
  code: string,
): Party | undefined {
  return customers.get(toCustomerKey(seller, code))
}

export function findUnit({ units }: Directory, printed: string): Unit | undefined {
  return units.get(toLooseKey(printed))
}

/** Searches by SKU, then by customs code, then by description. */
export function findGoods({ goods }: Directory, line: InvoiceLine): Goods | undefined {
  const { sku, hs_code, description } = line
  const keys = listGoodsKeys({
    skus: sku === null ? [] : [sku],
    hs_codes: hs_code === null ? [] : [hs_code],
    descriptions: [description],
  })
  return keys.map((key) => goods.get(key)).find((found) => found !== undefined)
}

/** An entry's lookup keys. A key that two entries share would make the lookup ambiguous. */
export const listEntryKeys: { [Kind in keyof Tables]: (entry: Tables[Kind][number]) => string[] } =
  {
    parties: (party) => [...listNameKeys(party), ...listCustomerKeys(party)],
    units: listUnitKeys,
    goods: listGoodsKeys,
  }

function listNameKeys({ name, aliases }: Party): string[] {
  return [name, ...aliases].map(toNameKey)
}

function listCustomerKeys({ codes }: Party): string[] {
  return codes.map(({ seller, code }) => toCustomerKey(seller, code))
}

function listUnitKeys({ code, name, aliases }: Unit): string[] {
  return [code, name, ...aliases].map(toLooseKey)
}

function listGoodsKeys(goods: Pick<Goods, 'skus' | 'hs_codes' | 'descriptions'>): string[] {
  return [
    ...goods.skus.map((it) => `sku ${toLooseKey(it)}`),
    ...goods.hs_codes.map((it) => `customs code ${toLooseKey(it)}`),
    ...goods.descriptions.map((it) => `description ${toLooseKey(it)}`),
  ]
}

function toCustomerKey(seller: string, code: string): string {
  return `customer ${toLooseKey(code)} of ${parseCompanyName(seller).baseName}`
}

function indexByName(parties: readonly Party[]): Directory['parties'] {
  const names = new Map<string, { form: string | undefined; party: Party }[]>()
  for (const party of parties) {
    for (const name of [party.name, ...party.aliases]) {
      const { form, baseName } = parseCompanyName(name)
      names.set(baseName, [...(names.get(baseName) ?? []), { form, party }])
    }
  }
  return names
}

function indexByNumber(parties: readonly Party[]): Directory['taxpayers'] {
  const numbers = new Map<string, Party[]>()
  for (const party of parties) {
    if (party.tin !== null) numbers.set(party.tin, [...(numbers.get(party.tin) ?? []), party])
  }
  return numbers
}

function indexByKey<T>(entries: readonly T[], listKeys: (entry: T) => string[]): Map<string, T> {
  return new Map(entries.flatMap((entry) => listKeys(entry).map((key) => [key, entry] as const)))
}
