import { sumLines } from '../../domain/coretax/filed-taxes.ts'
import type { Filing, FilingLine } from '../../domain/coretax/filing.ts'
import type { Party } from '../../domain/invoice/directory.ts'
import type {
  FiledLine,
  FiledParty,
  FiledSource,
  FiledValues,
  InvoiceLine,
  InvoiceReading,
} from '../../domain/invoice/invoice.ts'
import { type Directory, findGoods, findUnit } from '../directory/directory.ts'
import { toFiling } from './filing.ts'
import { resolveBuyer, type ResolvedParty, resolveSeller } from './filing-parties.ts'

/** Returns the values that the Coretax file states about an invoice, each with its source. */
export function toFiledValues(
  reading: InvoiceReading,
  directory: Directory,
  filing: Filing = toFiling(reading, directory),
): FiledValues {
  const seller = resolveSeller(reading, directory)
  const buyer = resolveBuyer(reading, directory)
  return {
    seller: toFiledParty(reading, 'seller', seller),
    buyer: toFiledParty(reading, 'buyer', buyer),
    transaction_code: toFiledCode(reading, buyer.party, filing),
    facility: toFiledFacility(reading, filing),
    ...(filing.currency !== 'IDR' && { currency: filing.currency }),
    tax_base: sumLines(filing.lines, 'tax_base'),
    other_tax_base: sumLines(filing.lines, 'other_tax_base'),
    tax: sumLines(filing.lines, 'vat'),
    luxury_tax: sumLines(filing.lines, 'stlg'),
    lines: filing.lines.map((line) =>
      toFiledLine(line, { reading, directory, seller: seller.party }),
    ),
  }
}

function toFiledParty(
  reading: InvoiceReading,
  role: 'seller' | 'buyer',
  { party, filed }: ResolvedParty,
): FiledParty {
  const source = party ? 'directory' : evidenceSource(reading, `${role}.tin`)
  const { tin, idtku, document, document_number } = filed
  if (document === 'TIN') return { tin, idtku, source: tin === null ? null : source }
  const isKnown = document_number !== null
  return { tin: null, idtku: null, document, document_number, source: isKnown ? source : null }
}

function toFiledCode(
  reading: InvoiceReading,
  buyer: Party | undefined,
  { transaction_code: value }: Filing,
): FiledValues['transaction_code'] {
  if (value === null) return null
  if (reading.transaction_code !== undefined) return { value, source: 'typed' }
  return { value, source: buyer?.transaction_code ? 'directory' : 'default' }
}

/** Names a facility by its first code, because the second code must have the same number. */
function toFiledFacility(
  { facility }: InvoiceReading,
  { add_info, facility_stamp }: Filing,
): FiledValues['facility'] {
  const value = add_info ?? facility_stamp
  if (value === null) return null
  return { value, source: facility === undefined ? 'directory' : 'typed' }
}

interface LineContext {
  reading: InvoiceReading
  directory: Directory
  seller: Party | undefined
}

function toFiledLine(filed: FilingLine, context: LineContext): FiledLine {
  const { path, option, code, unit, stlg_rate, tax_base, vat } = filed
  const [, index] = /^lines\.(\d+)$/.exec(path) ?? []
  const line = index === undefined ? undefined : context.reading.lines[Number(index)]
  return {
    path,
    goods_code: { value: `${option}${code}`, source: goodsSource(line, path, context) },
    unit: { value: unit, source: unitSource(filed, line, context) },
    ...(stlg_rate !== '0' && {
      luxury_rate: { value: stlg_rate, source: luxurySource(line, path, context) },
    }),
    tax_base,
    tax: vat,
  }
}

function goodsSource(
  line: InvoiceLine | undefined,
  path: string,
  { reading, directory, seller }: LineContext,
): FiledSource {
  if (!line) return 'default'
  if (line.goods_code !== undefined) return evidenceSource(reading, `${path}.goods_code`)
  return findGoods(directory, line) || seller?.goods ? 'directory' : 'default'
}

function luxurySource(
  line: InvoiceLine | undefined,
  path: string,
  { reading }: LineContext,
): FiledSource {
  return line?.luxury_rate === undefined
    ? 'directory'
    : evidenceSource(reading, `${path}.luxury_rate`)
}

/**
 * Returns the source of the unit: the printed unit's code, unless the layout states the unit or the line was changed to
 * fit two decimals.
 */
function unitSource(
  { path, unit, adjusted }: FilingLine,
  line: InvoiceLine | undefined,
  { reading, directory, seller }: LineContext,
): FiledSource {
  if (!line || adjusted === 'quantity') return 'default'
  if (line.unit !== null && findUnit(directory, line.unit)) {
    const isAssumed = reading.evidence[`${path}.unit`] === undefined
    return isAssumed ? 'default' : evidenceSource(reading, `${path}.unit`)
  }
  const goods = findGoods(directory, line) ?? seller?.goods
  return goods?.unit === unit ? 'directory' : 'default'
}

/** Returns the source of a value in the reading. */
export function evidenceSource(
  { evidence }: InvoiceReading,
  path: string,
): 'page' | 'learned' | 'typed' {
  const source = evidence[path]?.source
  if (source === 'human') return 'typed'
  return source === 'learned' ? 'learned' : 'page'
}
