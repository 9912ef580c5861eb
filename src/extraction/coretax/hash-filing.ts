import { createHash } from 'node:crypto'
import type { Filing, FilingParty } from '../../domain/coretax/filing.ts'

/**
 * Returns a hash of the values that the Coretax file states about an invoice, so that later changes can be detected.
 * Lists the values one by one, because a new filing property that is not in the file must not change the hash.
 */
export function hashFiling(filing: Filing): string {
  const { number, date, transaction_code, add_info, facility_stamp } = filing
  const { custom_doc, custom_doc_month, seller, buyer, lines } = filing
  const values = [
    [number, date, transaction_code, add_info, facility_stamp, custom_doc, custom_doc_month],
    [seller.tin, seller.idtku],
    partyValues(buyer),
    lines.map((line) => [
      [line.option, line.code, line.name, line.unit, line.price, line.quantity, line.discount],
      [line.tax_base, line.other_tax_base, line.vat_rate, line.vat, line.stlg_rate, line.stlg],
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
}

function partyValues(party: FilingParty): (string | null)[] {
  const { name, document, tin, idtku, document_number, country, address, email } = party
  return [name, document, tin, idtku, document_number, country, address, email]
}
