import { computeDifference, joinList } from '../../messages/format-amount.ts'
import { formatPerson, formatRow } from '../../messages/format-params.ts'
import type {
  EInvoiceFault,
  FieldCode,
  LineDoubt,
  UnavailableOcr,
  PriceAdjustment,
  ReadingParams,
  TotalDoubt,
} from '../../messages/reading-codes.ts'
import type { RowParams, Sentences, StatedAmount } from '../../messages/reading-codes.ts'
import { capitalise } from '../../messages/capitalise.ts'
import { formatPageRange } from '../../values/page-range.ts'
import { filing } from './filing.ts'
import { money } from './money.ts'

const fields: Record<FieldCode, string> = {
  number: 'invoice number',
  date: 'date',
  currency: 'currency',
  'seller.name': 'seller name',
  'seller.tin': 'seller tax number',
  'buyer.name': 'buyer name',
  'buyer.tin': 'buyer tax number',
  lines: 'line items',
  'lines.no': 'number',
  'lines.description': 'description',
  'lines.quantity': 'quantity',
  'lines.unit_price': 'price',
  'lines.amount': 'amount',
  'totals.subtotal': 'subtotal',
  'totals.tax_base': 'tax base',
  'totals.tax': 'tax',
  'totals.grand_total': 'grand total',
  'totals.payment.due': 'amount due',
}

const eInvoiceFaults: Record<EInvoiceFault, (text: string) => string> = {
  not_an_invoice: () => 'it is not an invoice',
  damaged: () => 'it is damaged or too large',
  not_xml: () => 'it is not well-formed XML',
  has_document_type: () => 'it has a document type declaration, which is not allowed',
  not_a_number: (text) => `"${text}" is not a number`,
  not_a_date: (text) => `"${text}" is not a date`,
}

/** Why a total is uncertain. */
const totalDoubts: Record<TotalDoubt, (field: string) => string> = {
  ambiguous: (field) => `Another value for the ${field} is almost as likely.`,
  after_withholding: (field) =>
    `The ${field} is the amount after withheld tax; the amount before it is not printed.`,
  adds_up_to_nothing: (field) =>
    `The ${field} was found by its label only; the amounts do not add up.`,
  label_unclear: (field) => `No label clearly identifies the ${field}.`,
  not_printed: (field) => `The ${field} is not printed; it was computed from the rate.`,
  rate_unknown: (field) => `No printed rate confirms the ${field}.`,
}

/** The difference between quantity × price and the amount. */
const priceAdjustments: Record<PriceAdjustment, string> = {
  discount: 'The price is before a discount; the amount is after it.',
  tax_included: 'The price excludes tax; the amount includes it.',
  price_basis: 'The price is for several units.',
}

const lineDoubts: Record<LineDoubt, string> = {
  sum_not_printed: 'No printed total confirms that all lines were read.',
  columns_unnamed: 'No column header distinguishes quantity from price.',
  charge_listed: 'A charge is listed like an item, with a quantity or a price.',
}

/** Checks, review reasons and warnings in English. */
export const reading: Sentences<ReadingParams> = {
  rows_match: ({ lines }) =>
    lines === 1
      ? 'Quantity × price matches the amount.'
      : `Quantity × price matches the amount on all ${lines} lines.`,
  row_differs: rowDiffers,
  rows_differ: ({ rows }) => rows.map((row) => rowDiffers(row, row.line)).join(' '),
  sum_matches: ({ subtotal }) => `The lines add up to the subtotal of ${money(subtotal)}.`,
  sum_differs: ({ sum, subtotal, includes_tax }) =>
    `The lines add up to ${money(sum)}, but the subtotal is ${compared(subtotal, sum)}.${
      includes_tax ? ' They add up to the grand total, so they probably include tax.' : ''
    }`,
  quantity_matches: ({ quantity }) =>
    `The quantities add up to the printed total of ${money(quantity)}.`,
  quantity_differs: ({ sum, quantity }) =>
    `The quantities add up to ${money(sum)}, but the printed total is ${compared(quantity, sum)}.`,
  tax_base_matches: ({ tax_base }) => `The tax base of ${money(tax_base)} matches the amounts.`,
  tax_base_differs: ({ taxed, share, expected, tax_base, percent }) => {
    const formula = share === null ? '' : `${share} of ${money(taxed)} = `
    const hint =
      percent === null
        ? ''
        : ` The printed amount is ${percent}% of the expected one, so this may be a down payment.`
    return `The tax base should be ${formula}${money(expected)}, but is ${compared(tax_base, expected)}.${hint}`
  },
  tax_matches: ({ tax, rate }) => `The tax of ${money(tax)} is ${rate}% of the tax base.`,
  tax_differs: ({ taxed, expected, tax }) =>
    `The tax on ${money(taxed)} should be ${money(expected)}, but is ${compared(tax, expected)}.`,
  stated_tax_matches: ({ tax }) => `The tax of ${money(tax)} matches the stated rates.`,
  stated_amounts_differ: ({ amounts }) => amounts.map(statedDiffers).join(' '),
  grand_total_matches: ({ grand_total, has_tax }) =>
    `${summed(has_tax)} add up to the grand total of ${money(grand_total)}.`,
  grand_total_differs: ({ sum, grand_total, has_tax }) =>
    `${summed(has_tax)} add up to ${money(sum)}, but the grand total is ${compared(grand_total, sum)}.`,
  due_matches: ({ due }) => `The amount due of ${money(due)} matches the grand total.`,

  field_missing: ({ field }) => `${capitalise(fields[field])} not found on the invoice.`,
  line_value_missing: ({ field }, line) => `Line ${line} has no ${fields[field]}.`,
  total_missing: () => 'No total found to confirm that all lines were read.',
  instalment: ({ instalment, percent, whole }) => {
    const part = percent === null || whole === null ? '' : ` (${percent}% of ${money(whole)})`
    return `This invoice bills an instalment of ${money(instalment)}${part}. Enter it in Coretax by hand: the XML would report the full amount.`
  },

  line_unclear: ({ field }, line) => `Line ${line} is unclear. Check its ${fields[field]}.`,
  line_adds_nothing: (_, line) =>
    `Line ${line} does not contribute to the total. Check that it is an item.`,
  charge_assumed: ({ name }) =>
    `"${name}" is treated as a charge because including it makes the total add up.`,
  amount_unexplained: ({ label, text }) => `The meaning of "${label}" (${text}) is unclear.`,
  item_possibly_missed: ({ text }) => `This may be an item that was not read: ${text}`,
  total_doubtful: ({ field, cause }) => totalDoubts[cause](fields[field]),
  lines_doubtful: ({ cause }) => lineDoubts[cause],
  price_adjusted: ({ by }) => priceAdjustments[by],
  seller_not_found: () => 'Seller not found on the invoice.',
  dollar_unclear: () =>
    'The amounts are in dollars, but the invoice does not state which (such as USD or SGD).',
  value_ambiguous: ({ field, value, others }) =>
    `The ${fields[field]} is probably ${value}, but could be ${others.join(', ')}.`,
  value_uncertain: ({ field, value }) =>
    `${capitalise(fields[field])} is probably ${value}, but the page does not confirm it.`,
  value_from_model: ({ field }) =>
    `A language model proposed the ${fields[field]}. Compare it with the page.`,
  buyer_assumed: ({ name }) => `The buyer is probably ${name}, but no label confirms it.`,
  date_order_unclear: ({ date }) => `The date ${date} could be day/month or month/day.`,

  layout_does_not_fit: ({ title }) =>
    `This document does not fit the layout "${title}", so it was read as a generic invoice.`,
  number_unusual: ({ number }) =>
    `The invoice number ${number} looks different from earlier invoice numbers.`,
  column_unknown: ({ text }) =>
    `The table has a column "${text}" that earlier invoices do not have.`,
  total_not_printed: ({ field }) =>
    `${capitalise(fields[field])} not found, though earlier invoices show it.`,

  ...filing,
  filing: ({ rule, ...params }, line, path) => filing[rule](params as never, line, path),

  several_invoices: ({ ranges }) =>
    `This PDF contains ${ranges.length} invoices (pages ${joinList(ranges.map(formatPageRange), 'and')}). Only the first was read. Split the PDF to read each of them.`,

  e_invoice_several: () => 'This PDF contains several e-invoices. Only the first was read.',
  e_invoice_credit_note: () => 'This is a credit note: the buyer gets these amounts back.',
  e_invoice_without_page_text: () =>
    'The pages in this PDF have no text, so the embedded e-invoice could not be compared with them.',
  e_invoice_unreadable: ({ file, fault, text }) =>
    `The e-invoice in this PDF (${file}) cannot be read: ${eInvoiceFaults[fault](text ?? '')}.`,
  e_invoice_value_not_on_page: ({ field, value }) =>
    `The e-invoice gives the ${fields[field]} as ${field.startsWith('totals.') ? money(value) : value}, but no page shows it.`,
  e_invoice_line_not_on_page: ({ amount }, line) =>
    `The e-invoice gives the amount of line ${line} as ${money(amount)}, but no page shows it.`,
  e_invoice_lines_not_on_page: ({ count, lines }) =>
    `The amounts on ${count} e-invoice lines do not appear on any page, including lines ${lines.join(', ')}.`,

  scan_read: ({ pages, amounts_add_up }) =>
    `${onPages(pages, 'is a scan', 'are scans')}, read by text recognition (OCR). ${
      amounts_add_up
        ? 'The amounts add up. Compare the number, date, names and descriptions with the page.'
        : 'Compare the result with the page.'
    }`,
  scan_illegible: ({ pages }) =>
    `${onPages(pages, 'is an image', 'are images')} without legible text.`,
  scan_not_read: ({ pages, ocr, packages }) =>
    [`${onPages(pages, 'is an image and was', 'are images and were')} not read.`]
      .concat(ocr ? explainUnavailableOcr({ ocr, packages: packages ?? [] }) : [])
      .join(' '),
  ocr_uncertain: ({ text, percent }) =>
    `"${text}" was recognised with low confidence (${percent}%).`,
  ocr_repaired: ({ text, value }) =>
    `"${text}" was recognised, but the amounts add up only with ${value}.`,

  heats_missing: ({ event, total, found, page }) =>
    `Event ${event} on page ${page} has ${total} heats, but ${found} were read.`,
  event_missing: ({ event, total }) =>
    `Event ${event} (heats: ${total}) is in the event list but was not found on the sheet.`,
  count_differs: ({ part, number, unit, stated, found, page }) =>
    `Page ${page} states ${stated} ${unit} for ${part} ${number}, but ${found} were read.`,
  heats_restart: ({ event, heat, page }) =>
    `Event ${event} lists heat ${heat} twice on page ${page}; an event title may be missing.`,
  ranks_missing: ({ event, rank, page }) =>
    `Event ${event}: entries before rank ${rank} on page ${page} are missing.`,
  names_suspect: ({ count, page, text }) =>
    count === 1
      ? `A name on page ${page} may be wrong: "${text}".`
      : `${count} names on page ${page} may be wrong, starting with the one in "${text}".`,
  lane_twice: ({ event, heat, lane }) => `Event ${event}, heat ${heat} lists lane ${lane} twice.`,
  columns_mixed: ({ page, text }) =>
    `The columns on page ${page} could not be separated: "${text}".`,
  unread_rows: ({ count, page, text }) =>
    count === 1
      ? `One row on page ${page} could not be read: "${text}".`
      : `${count} rows could not be read, the first on page ${page}: "${text}".`,
  date_order: ({ date }) =>
    `${date} could be day/month or month/day; it was read as month/day. Enter the date to be sure.`,
  session_days: ({ session, date, before }) =>
    `"${session}" is on ${date}, but the session before it is on ${before}. Check both days.`,
  swimmer_not_found: ({ requested, did_you_mean }) =>
    `${requested} is not on this sheet.${
      did_you_mean.length > 0 ? ` Did you mean ${joinList(did_you_mean, 'or', '; ')}?` : ''
    }`,
  swimmer_ambiguous: ({ requested, people }) =>
    `${requested} could be ${joinList(
      people.map((person) => formatPerson(person, 'of')),
      'or',
      '; ',
    )}: all are shown. Narrow it down by team or age.`,
  no_date: () => 'The sheet does not say which day of the meet this is. Enter the date.',
  psych_sheet: () => 'This is a psych sheet: heats, lanes and times are not set yet.',
  sheet_session_report: () => 'A session report does not list swimmers; only its times were used.',
  sheet_without_swims: () => 'No swims were found.',
  sheet_without_swimmers: ({ names }) =>
    `No swimmer on this sheet is called ${joinList(names, 'or')}.`,
  no_start_time: () =>
    'The sheet has no start times. Enter the session start time to get estimates.',
  estimated: () => 'Some start times are estimated from seed times. Arrive early.',
  read_by_model: () =>
    'The layout of this sheet is unknown, so a language model read it. Its output was checked against the page; compare it with the sheet.',
  unchecked: () =>
    'A language model read this from images, so its values could not be checked. Compare every name and number with the sheet.',
  not_on_page: ({ count }) =>
    count === 1
      ? 'One value from the language model was not on the page and was left out.'
      : `${count} values from the language model were not on the page and were left out.`,

  custom_value_missing: ({ field }) => `No value found for ${field}.`,
  custom_list_missing: ({ field }) => `No table found for ${field}.`,
  custom_list_not_valid: ({ field, count, keyword }) =>
    `${field} has ${count} entries, which "${keyword}" in the schema does not allow.`,
  custom_value_doubtful: ({ field, value }) =>
    `${field} is possibly ${value}, but the page does not clearly show it.`,
  custom_value_not_unique: ({ field, values }) =>
    `${field} has several possible values: ${values.join(', ')}.`,
  custom_value_from_model: ({ field, value }) =>
    `A language model found ${value} for ${field} on the page. Check it.`,
  custom_value_not_valid: ({ field, text }) =>
    `The page shows "${text}" for ${field}, which the schema does not allow.`,
}

/** Explains why scans are not read and what the administrator can do. */
export function explainUnavailableOcr({ ocr, packages }: UnavailableOcr): string {
  return ocr === 'off'
    ? 'Text recognition (OCR) is disabled on this server.'
    : `Text recognition (OCR) is not installed on this server. The administrator can install it in the Docket folder: npm install --no-save --include=optional ${packages.join(' ')}`
}

/** Formats a printed amount with its difference from the expected amount: `1,500 (500 more)`. */
function compared(printed: string, expected: string): string {
  const { isLess, size } = computeDifference(printed, expected)
  return `${money(printed)} (${money(size)} ${isLess ? 'less' : 'more'})`
}

function rowDiffers(row: RowParams, line: number): string {
  return `Line ${line}: ${formatRow(row, money)}, but the amount is ${compared(row.amount, row.expected)}.`
}

function statedDiffers({ field, rate, category, expected, stated }: StatedAmount): string {
  const taxed = rate === null ? category && ` in category ${category}` : ` at ${rate}%`
  return `The ${fields[field]}${taxed ?? ''} should be ${money(expected)}, but is ${compared(stated, expected)}.`
}

function summed(hasTax: boolean): string {
  return hasTax ? 'Amounts and tax' : 'The amounts'
}

function onPages(pages: number[], one: string, several: string): string {
  return pages.length === 1
    ? `Page ${pages[0]} ${one}`
    : `Pages ${joinList(pages, 'and')} ${several}`
}
