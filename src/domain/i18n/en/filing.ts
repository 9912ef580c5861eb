import type { ChangedField, FilingParams, FilingRole } from '../../messages/filing-codes.ts'
import { formatChanged } from '../../messages/format-params.ts'
import type { Sentences } from '../../messages/reading-codes.ts'
import { money } from './money.ts'

const roles: Record<FilingRole, string> = { seller: 'Seller', buyer: 'Buyer' }

const mismatchSources = {
  page: 'The invoice shows',
  learned: 'An earlier correction states',
  typed: 'You entered',
}

const changedFields: Record<ChangedField, string> = {
  nitku: 'NITKU',
  transaction_code: 'Transaction code',
  facility: 'Facility',
  goods_code: 'Goods code',
  unit: 'Unit',
  tax_base: 'DPP',
  tax: 'PPN',
  luxury_tax: 'PPnBM',
}

/** Rules for a Coretax file, in English. */
export const filing: Sentences<FilingParams> = {
  filing_seller_npwp_missing: ({ name }) =>
    `Seller NPWP missing. Add ${name ?? 'the seller'} to the directory.`,
  filing_buyer_npwp_missing: ({ name }) =>
    `Buyer NPWP missing. Add ${name ?? 'the buyer'} to the directory.`,
  filing_npwp_check_digit: ({ role, npwp }) =>
    `${roles[role]} NPWP ${npwp} has a wrong check digit. Compare it with the company's NPWP card.`,
  filing_npwp_branch: ({ role, npwp }) =>
    `${roles[role]} NPWP ${npwp} belongs to a branch. File the NPWP of the head office; enter the branch as the NITKU.`,
  filing_npwp_not_nik: ({ role, npwp }) =>
    `${roles[role]} NPWP ${npwp} is neither a company NPWP, which starts with 0, nor a NIK, whose digits 7 to 12 are a date of birth. Check it.`,
  filing_nitku_invalid: ({ role, nitku }) =>
    `${roles[role]} NITKU ${nitku} is not valid: it must have 22 digits and begin with the NPWP.`,
  filing_customer_mismatch: ({ customer_code, customer, printed }) =>
    `Customer ${customer_code} is ${customer}, but the invoice shows ${printed}.`,
  filing_npwp_mismatch: ({ printed, known, source = 'page' }) =>
    `${mismatchSources[source]} NPWP ${printed}, but the directory has ${known}.`,
  filing_name_unknown: ({ npwp, known, printed }) =>
    `The directory lists NPWP ${npwp} as ${known}, but the invoice shows ${printed ?? 'no name'}. If it is the same company, add this name to its entry to file its codes.`,
  filing_party_changed: ({ role, approved, known }) =>
    `${roles[role]} NPWP was ${approved ?? 'missing'} when the invoice was approved; the directory now has ${known ?? 'none'}.`,
  filing_value_changed: ({ field, approved, known }) =>
    `${changedFields[field]} was ${approved === null ? 'missing' : formatChanged(field, approved, money)} when the invoice was approved; it is now ${known === null ? 'missing' : formatChanged(field, known, money)}.`,
  filing_buyer_document_invalid: ({ document, number }) =>
    document === 'National ID'
      ? `"${number ?? ''}" is not a NIK. Correct the buyer in the directory.`
      : `The buyer's ${document} number is missing. Add it in the directory.`,
  filing_buyer_name_missing: () => 'The buyer has no name.',
  filing_buyer_address_missing: ({ name }) =>
    `Coretax requires an address for a buyer without an NPWP. Add it to ${name ?? 'the buyer'} in the directory.`,
  filing_buyer_address_unknown: ({ name }) =>
    `The address of ${name ?? 'the buyer'} is unknown. Coretax fills it in from the NPWP.`,
  filing_country_unknown: ({ country }) => `Coretax has no country "${country}".`,
  filing_country_foreign: ({ country }) =>
    `The buyer has an NPWP, but the country is ${country}, not IDN.`,
  filing_passport_needed: ({ document }) =>
    `Transaction code 06 is for tourists with a foreign passport, but the buyer's document is ${document}.`,

  filing_date_missing: () => 'The invoice has no date.',
  filing_date_future: ({ date }) => `${date} is in the future.`,
  filing_date_too_old: ({ date }) =>
    `${date} is before 2025. Coretax does not accept it; use e-Faktur.`,
  filing_deadline_passed: ({ date, deadline }) =>
    `The invoice dated ${date} had to be uploaded by ${deadline}. Coretax will no longer approve it.`,
  filing_deadline_near: ({ deadline, days }) =>
    days === 0
      ? `Today is the last day to upload this invoice (${deadline}).`
      : `Upload this invoice by ${deadline}: ${days === 1 ? 'one day' : `${days} days`} left.`,
  filing_other_period: ({ date, period }) => `${date} is outside the tax period ${period}.`,

  filing_transaction_code: ({ transaction_code }) =>
    `Transaction code ${transaction_code} is unusual. Check that it applies to this sale.`,
  filing_facility_missing: ({ transaction_code }) =>
    `Transaction code ${transaction_code} requires a facility. Enter it in review, or add it to the buyer in the directory.`,
  filing_facility_invalid: ({ transaction_code, add_info, facility_stamp }) =>
    `Transaction code ${transaction_code} does not allow the combination of ${add_info} and ${facility_stamp}.`,
  filing_facility_not_allowed: ({ transaction_code }) =>
    `Only transaction codes 07 and 08 may have a facility, not ${transaction_code ?? "this invoice's code"}.`,
  filing_facility_document: ({ add_info }) =>
    `${add_info} usually needs the number and month of a customs document, and the NITKU of the branch in a bonded zone.`,
  filing_facility_branch: ({ nitku }) =>
    `Goods for a bonded zone are filed with the NITKU of the branch in that zone, but ${nitku} is the NITKU of the head office.`,
  filing_luxury_suspected: ({ tax }) =>
    `The tax of ${money(tax)} is 12% of the full amount, the rate for luxury goods. If that is correct, use transaction code 01 and enter the PPnBM rates.`,
  filing_luxury_mixed: () =>
    'An invoice with luxury goods and other goods cannot be exported. Enter it in Coretax by hand.',
  filing_luxury_rate_missing: () =>
    'Transaction code 01 is for luxury goods, but no line has a PPnBM rate. Enter the rates, or use code 04.',

  filing_unit_unknown: ({ unit }, line) =>
    `Line ${line}: unit "${unit}" is not in the directory and is filed as "other".`,
  filing_unit_invalid: ({ unit }, line) => `Line ${line}: Coretax has no unit ${unit}.`,
  filing_unit_assumed: (_params, line) =>
    `Line ${line}: no unit on the invoice, so it is filed as "other".`,
  filing_unit_option: ({ unit, option }, line) =>
    option === 'A'
      ? `Line ${line}: unit ${unit} is for services, but the line is filed as goods.`
      : `Line ${line}: unit ${unit} is for goods, but the line is filed as a service.`,
  filing_goods_code_unknown: ({ goods_code }, line) =>
    goods_code.startsWith('B')
      ? `Line ${line}: ${goods_code} is not a service code of the tax office: those begin with 01 to 31. B000000 means services in general.`
      : `Line ${line}: ${goods_code} is not a goods code of the tax office: it must be a four-digit HS heading followed by 00. A000000 means goods in general.`,
  filing_name_missing: (_params, line) => `Line ${line}: the item name is missing.`,
  filing_name_long: ({ length }, line) =>
    `Line ${line}: the name has ${length} characters. Coretax might reject names longer than 255 characters.`,
  filing_amount_missing: ({ name }) => `"${name}": quantity, price and amount must be positive.`,
  filing_negative: ({ name }) => `"${name}" is negative. Spread it over the lines as a discount.`,
  filing_rounding: ({ name, quantity, amount }) =>
    `"${name}": Coretax allows two decimals, so quantity ${money(quantity)} is filed as 1 × ${money(amount)}.`,
  filing_price_rounded: ({ name, price, discount }) =>
    `"${name}": the price is filed as ${money(price)} with a discount of ${money(discount)}, because Coretax allows two decimals.`,
  filing_line_differs: ({ name, product, amount }) =>
    `"${name}": quantity × price − discount is ${money(product)}, but the amount is ${money(amount)}.`,
  filing_tax_rule: ({ name, expected, tax }) =>
    `"${name}": the tax must be ${money(expected)}, not ${tax === null ? 'empty' : money(tax)}.`,
  filing_nothing_taxed: () => 'Nothing on this invoice is taxed, so it does not need to be filed.',
  filing_tax_differs: ({ filed, printed }) =>
    `The XML would report tax of ${money(filed)}, but the invoice shows ${printed === null ? 'none' : money(printed)}.`,
  filing_tax_charged: ({ transaction_code, tax }) =>
    `Transaction code ${transaction_code} means that no PPN is charged, but the invoice charges ${money(tax)}.`,
  filing_currency: ({ currency, week }) =>
    week === null
      ? `Amounts in ${currency} must be filed in rupiah. Enter the invoice date, then the tax office exchange rate.`
      : `Amounts in ${currency} must be filed in rupiah. Enter the tax office exchange rate for the week of ${week}.`,
  filing_converted: ({ currency, rate, units, valid_from }) =>
    `Converted at ${money(rate)} rupiah for ${units} ${currency}, the tax office rate from ${valid_from}. Prices are rounded to two decimals.`,
  filing_instalment: ({ amount, percent }) =>
    `This invoice bills ${billed(amount, percent)}. The import file does not support that: enter it in Coretax by hand.`,
  filing_instalment_suspected: ({ text }) =>
    `"${text}" looks like a down payment, an instalment or a settlement, which the import file cannot state. Enter it in Coretax by hand, or confirm that it is an ordinary invoice.`,
  filing_credit_note: () =>
    'A credit note is not filed as an invoice: the buyer enters a return note (nota retur) in Coretax.',
  filing_export_sale: ({ country }) =>
    `The buyer is in ${country} and the invoice shows no tax. Exports are filed with the export declaration (PEB), not here.`,

  filing_duplicate: ({ number, document }) =>
    `${document} has the same seller and invoice number, ${number}.`,
  filing_exported: ({ file, date }) => `Already exported in ${file} on ${date}.`,
  filing_changed_since_export: ({ file }) =>
    `This invoice has changed since it was exported in ${file}. Change it in Coretax as well, or undo the export and export it again.`,
  filing_changed_since_check: () =>
    'This invoice has changed since it was checked. Check it again.',
}

function billed(amount: string | null, percent: string | null): string {
  const share = percent === null ? '' : `${percent}%`
  if (amount === null) return share === '' ? 'a part of the amount' : `${share} of the amount`
  return `an instalment of ${money(amount)}${share && ` (${share})`}`
}
