import type { FilingParty } from '../../domain/coretax/filing.ts'
import type { Party } from '../../domain/invoice/directory.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { type Directory, findCustomer, findParty } from '../directory/directory.ts'
import { normaliseNpwp } from '../../domain/invoice/tax-numbers.ts'

export interface ResolvedParty {
  /** The company's entry in the directory, if any. */
  party: Party | undefined
  filed: FilingParty
}

export function resolveSeller({ seller }: InvoiceReading, directory: Directory): ResolvedParty {
  const party = seller.name === null ? undefined : findParty(directory, seller.name)
  return { party, filed: toFilingParty(party, { ...seller, address: null }) }
}

/** Looks up the buyer by customer code first, because several companies may have the same name. */
export function resolveBuyer(
  { seller, buyer }: InvoiceReading,
  directory: Directory,
): ResolvedParty {
  const party =
    findCustomerByCode(seller.name, buyer.code, directory) ?? findPartyByName(buyer.name, directory)
  return { party, filed: toFilingParty(party, buyer) }
}

/** Builds a filing party. Uses printed values if there is no directory entry. */
function toFilingParty(
  party: Party | undefined,
  printed: { name: string | null; tin: string | null; address: string | null },
): FilingParty {
  const printedTin = printed.tin === null ? null : (normaliseNpwp(printed.tin) ?? null)
  const tin = party ? party.tin : printedTin
  return {
    name: party?.name ?? printed.name,
    document: party?.document ?? 'TIN',
    tin,
    idtku: party?.idtku ?? (tin && `${tin}000000`),
    document_number: party?.document_number ?? null,
    country: party?.country ?? 'IDN',
    address: party?.address ?? printed.address,
    email: party?.email ?? null,
  }
}

export function findCustomerByCode(
  seller: string | null,
  code: string | null,
  directory: Directory,
): Party | undefined {
  if (seller === null || code === null) return undefined
  const known = findParty(directory, seller)
  return findCustomer(directory, known?.name ?? seller, code)
}

export function findPartyByName(name: string | null, directory: Directory): Party | undefined {
  return name === null ? undefined : findParty(directory, name)
}
