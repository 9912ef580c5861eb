import type { Party } from '../../domain/invoice/directory.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { type Directory, findCustomer, findParty } from '../directory/directory.ts'
import { taxNumber } from '../directory/names.ts'

/** A company as the tax office wants it. Null is what neither the invoice nor the directory says. */
export interface FilingParty {
  name: string | null
  document: Party['document']
  tin: string | null
  idtku: string | null
  document_number: string | null
  country: string
  address: string | null
  email: string | null
}

export interface Resolved {
  /** The entry of the directory, if there is one. */
  party: Party | undefined
  filed: FilingParty
}

export function resolveSeller({ seller }: InvoiceReading, directory: Directory): Resolved {
  const party = seller.name === null ? undefined : findParty(directory, seller.name)
  return { party, filed: toFilingParty(party, { ...seller, address: null }) }
}

/** A customer number is surer than a name, which other companies may share. */
export function resolveBuyer({ seller, buyer }: InvoiceReading, directory: Directory): Resolved {
  const party = customerOf(seller.name, buyer.code, directory) ?? partyNamed(buyer.name, directory)
  return { party, filed: toFilingParty(party, buyer) }
}

/** What is printed on the invoice fills in for a company that is not in the directory. */
function toFilingParty(
  party: Party | undefined,
  printed: { name: string | null; tin: string | null; address: string | null },
): FilingParty {
  const printedTin = printed.tin === null ? null : (taxNumber(printed.tin) ?? null)
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

export function customerOf(
  seller: string | null,
  code: string | null,
  directory: Directory,
): Party | undefined {
  if (seller === null || code === null) return undefined
  const known = findParty(directory, seller)
  return findCustomer(directory, known?.name ?? seller, code)
}

export function partyNamed(name: string | null, directory: Directory): Party | undefined {
  return name === null ? undefined : findParty(directory, name)
}
