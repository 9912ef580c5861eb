import { isCountryCode } from '../invoice/country-codes.ts'
import { findNitkuFault, findNpwpDoubts, isNik } from '../invoice/tax-numbers.ts'
import type { FilingRole } from '../messages/filing-codes.ts'
import { type Message, message } from '../messages/message.ts'
import type { Filing, FilingParty } from './filing.ts'

export function checkParties({ seller, buyer, transaction_code }: Filing): Message[] {
  return [
    ...checkSeller(seller),
    ...(buyer.document === 'TIN' ? checkTaxpayer(buyer) : checkOtherBuyer(buyer)),
    ...checkBuyer(buyer),
    ...(transaction_code === '06' && buyer.document !== 'Passport'
      ? [message('filing_passport_needed', 'buyer.tin', { document: buyer.document })]
      : []),
  ]
}

function checkSeller(seller: FilingParty): Message[] {
  if (seller.tin === null) {
    return [message('filing_seller_npwp_missing', 'seller.tin', { name: seller.name })]
  }
  return checkNumbers('seller', seller.tin, seller.idtku)
}

function checkTaxpayer(buyer: FilingParty): Message[] {
  const { name, tin, country, address } = buyer
  if (tin === null) return [message('filing_buyer_npwp_missing', 'buyer.tin', { name })]
  return [
    ...checkNumbers('buyer', tin, buyer.idtku),
    ...(country === 'IDN' ? [] : [message('filing_country_foreign', 'buyer.name', { country })]),
    ...(isBlank(address)
      ? [message('filing_buyer_address_unknown', 'buyer.address', { name })]
      : []),
  ]
}

const doubtCodes = {
  npwp_check_digit: 'filing_npwp_check_digit',
  npwp_branch: 'filing_npwp_branch',
  npwp_not_nik: 'filing_npwp_not_nik',
} as const

function checkNumbers(role: FilingRole, npwp: string, nitku: string | null): Message[] {
  const path = `${role}.tin`
  const isInvalid = findNitkuFault(nitku ?? '', npwp) !== undefined
  return [
    ...findNpwpDoubts(npwp).map((doubt) => message(doubtCodes[doubt], path, { role, npwp })),
    ...(isInvalid ? [message('filing_nitku_invalid', path, { role, nitku: nitku ?? '' })] : []),
  ]
}

/** Checks a buyer who has no NPWP and is identified by another document. */
function checkOtherBuyer({
  document,
  document_number: number,
  name,
  address,
}: FilingParty): Message[] {
  const isValid = document === 'National ID' ? isNik(number ?? '') : !isBlank(number)
  return [
    ...(isValid
      ? []
      : [message('filing_buyer_document_invalid', 'buyer.tin', { document, number })]),
    ...(isBlank(address)
      ? [message('filing_buyer_address_missing', 'buyer.address', { name })]
      : []),
  ]
}

function checkBuyer({ name, country }: FilingParty): Message[] {
  return [
    ...(isBlank(name) ? [message('filing_buyer_name_missing', 'buyer.name', {})] : []),
    ...(isCountryCode(country)
      ? []
      : [message('filing_country_unknown', 'buyer.name', { country })]),
  ]
}

/** True if a value is empty or a dash, which Coretax shows for an empty value. */
function isBlank(text: string | null): boolean {
  return text === null || /^[\s-]*$/.test(text)
}
