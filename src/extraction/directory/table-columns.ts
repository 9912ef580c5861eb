import { mayBeName, nameHeaders, normaliseHeader } from '../../domain/invoice/company-names.ts'
import { normaliseNpwp } from '../../domain/invoice/tax-numbers.ts'
import type { TableKind } from './merge-tables.ts'

/** Column headers that users have in their own tables, in English and Indonesian, by the field that they mean. */
const synonyms: Record<TableKind, Record<string, string[]>> = {
  parties: {
    name: [...nameHeaders],
    tin: [
      'npwp',
      'no npwp',
      'nomor npwp',
      'npwp pembeli',
      'npwp 16',
      'npwp 16 digit',
      'npwp nik',
      'tax number',
      'tax id',
      'tin pembeli',
    ],
    idtku: ['nitku', 'id tku', 'id tku pembeli', 'nomor identitas tempat kegiatan usaha'],
    address: ['alamat', 'alamat npwp', 'alamat pembeli', 'alamat lengkap'],
    email: ['e mail', 'surel', 'email pembeli'],
    signer: ['penanda tangan', 'penandatangan', 'nama penandatangan'],
    aliases: ['alias', 'nama lain', 'other names'],
    country: ['negara', 'kode negara'],
    document_number: ['nomor dokumen', 'no dokumen', 'nomor dokumen pembeli'],
    transaction_code: ['kode transaksi'],
  },
  units: {
    code: ['kode', 'kode satuan', 'unit code'],
    name: ['nama', 'nama satuan', 'satuan', 'unit'],
    aliases: ['alias', 'nama lain', 'singkatan', 'other names'],
  },
  goods: {
    code: ['kode', 'kode barang', 'kode barang jasa', 'goods code'],
    option: ['jenis', 'barang jasa', 'barang atau jasa'],
    unit: ['satuan', 'kode satuan'],
    skus: ['sku', 'kode produk', 'artikel'],
    hs_codes: ['hs', 'hs code', 'kode hs'],
    descriptions: ['uraian', 'deskripsi', 'nama barang', 'description'],
  },
}

/** The column without which a row cannot be assigned to an entry. */
const required: Record<TableKind, string> = { parties: 'name', units: 'code', goods: 'code' }

/**
 * Matches each column to a field by its header or, for companies, by its content. Ignored columns are undefined.
 * Returns undefined if the column that identifies an entry is missing.
 */
export function matchColumns(
  kind: TableKind,
  fields: readonly string[],
  header: readonly string[],
  rows: readonly (readonly string[])[],
): (string | undefined)[] | undefined {
  const named = header.map((cell) => matchHeader(kind, fields, cell))
  const single = named.map((field, index) => (named.indexOf(field) === index ? field : undefined))
  const matched = kind === 'parties' ? matchByContent(single, rows) : single
  return matched.includes(required[kind]) || matched.includes('id') ? matched : undefined
}

function matchHeader(kind: TableKind, fields: readonly string[], cell: string): string | undefined {
  const exact = cell.trim().toLowerCase()
  if (fields.includes(exact)) return exact
  const plain = normaliseHeader(cell)
  return Object.entries(synonyms[kind]).find(
    ([field, names]) => field === plain || names.includes(plain),
  )?.[0]
}

/** Recognises tax numbers by their format. The name is the first other column with text other than codes. */
function matchByContent(
  matched: readonly (string | undefined)[],
  rows: readonly (readonly string[])[],
): (string | undefined)[] {
  const isNumber = (cell: string) => normaliseNpwp(cell) !== undefined
  const withNumbers = assign(matched, 'tin', rows, isNumber)
  return assign(withNumbers, 'name', rows, mayBeName)
}

function assign(
  matched: readonly (string | undefined)[],
  field: string,
  rows: readonly (readonly string[])[],
  isLike: (cell: string) => boolean,
): (string | undefined)[] {
  if (matched.includes(field)) return [...matched]
  const at = matched.findIndex((known, index) => {
    const cells = rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
    return known === undefined && cells.length > 0 && cells.filter(isLike).length > cells.length / 2
  })
  return matched.map((known, index) => (index === at ? field : known))
}
