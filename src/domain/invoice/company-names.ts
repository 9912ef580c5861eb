/** A normalised company name: `PT. Maju, Tbk` and `maju (PT)` are equal. */
export interface CompanyName {
  /** The legal form, which distinguishes PT Maju from CV Maju. Undefined if there is none. */
  form: string | undefined
  /** Letters and digits only. Empty if the name has none. */
  baseName: string
}

const legalForms = ['PT', 'CV', 'UD', 'PD', 'FA', 'YAYASAN', 'KOPERASI']
/** Words that do not distinguish one company from another. */
const ignoredWords = ['TBK', 'PERSERO']

export function parseCompanyName(text: string): CompanyName {
  const words = splitName(text)
  const form = [words.at(0), words.at(-1)].find((word) => word && legalForms.includes(word))
  const at = form === undefined ? -1 : words[0] === form ? 0 : words.length - 1
  return { form, baseName: words.filter((_, index) => index !== at).join('') }
}

/** Headers of company name columns, in English and Indonesian, without punctuation. */
export const nameHeaders: readonly string[] = [
  'name',
  'nama',
  'nama perusahaan',
  'nama pelanggan',
  'nama pembeli',
  'nama lawan transaksi',
  'nama wp',
  'company',
  'company name',
  'customer',
  'customer name',
  'buyer',
  'pembeli',
  'pelanggan',
]

/** Normalises a column header: `Nama_Pembeli:` → `nama pembeli`. */
export function normaliseHeader(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export function isNameHeader(cell: string): boolean {
  return nameHeaders.includes(normaliseHeader(cell))
}

/** True if the text may name a company: it has a word, and is not a code such as CUST-001. */
export function mayBeName(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !/^\S*\d\S*$/.test(text.trim())
}

function splitName(text: string): string[] {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\bP\.\s?T\b\.?/g, 'PT ')
    .replace(/\bC\.\s?V\b\.?/g, 'CV ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !ignoredWords.includes(word))
}

/** Words that name a site or a country, not a company. */
const siteWords = ['INDONESIA', 'CABANG', 'PUSAT', 'GUDANG']

/** Common words in the names of unrelated companies and offices. */
const usualWords = new Set(
  (
    'ABADI ADI AGUNG ANUGERAH ANUGRAH ARTHA BADAN BANGUN BANK BARU BERKAH BERSAMA BINTANG ' +
    'CAHAYA CIPTA DINAS GLOBAL GROUP INTERNASIONAL INTERNATIONAL JAYA KABUPATEN KANTOR ' +
    'KARYA KOTA LESTARI MAJU MAKMUR MANDIRI MEGA MITRA MULIA MULYA MURNI NUSANTARA ' +
    'PERKASA PRATAMA PRIMA PROVINSI PUTRA RAYA RUMAH SAKIT SARANA SARI SEJAHTERA SEJATI ' +
    'SENTOSA SINAR SUKSES SUMBER SURYA TEKNIK TOKO TRADING UNGGUL USAHA UTAMA'
  ).split(' '),
)

/**
 * True if the names may be two spellings of one company: they have the same first distinctive word, or share most of
 * their distinctive words. If one of them has no distinctive word, compares all words.
 */
export function areSimilarNames(one: string, other: string): boolean {
  const [words, otherWords] = [listOwnWords(one), listOwnWords(other)]
  const isDistinctive = (word: string) => !usualWords.has(word)
  const [distinct, otherDistinct] = [words.filter(isDistinctive), otherWords.filter(isDistinctive)]
  if (distinct.length === 0 || otherDistinct.length === 0) {
    return beginsWith(words, otherWords) || beginsWith(otherWords, words)
  }
  const shared = distinct.filter((word) => otherDistinct.includes(word)).length
  const most = Math.max(distinct.length, otherDistinct.length)
  return distinct[0] === otherDistinct[0] || shared * 2 > most
}

/** True if the name begins with the other name's words, in any order. A single word must be the whole name. */
function beginsWith(words: readonly string[], start: readonly string[]): boolean {
  const isLong = start.length > 1 || (start.length === 1 && words.length === 1)
  const first = words.slice(0, start.length)
  return isLong && start.every((word) => first.includes(word))
}

/** Returns the words in a name except the legal form, sites and single characters, each once. */
function listOwnWords(name: string): string[] {
  const words = splitName(name).filter(
    (word) => word.length > 1 && !legalForms.includes(word) && !siteWords.includes(word),
  )
  return [...new Set(words)]
}

/** Returns a key that all spellings of a company name share. The key includes the legal form. */
export function toNameKey(name: string): string {
  const { form = '', baseName } = parseCompanyName(name)
  return `${form} ${baseName}`.trim()
}

/** Returns the text without case, spaces and punctuation. */
export function toLooseKey(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}%]+/gu, '')
}
