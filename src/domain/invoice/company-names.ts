/** A normalised company name: `PT. Maju, Tbk` and `maju (PT)` are equal. */
export interface CompanyName {
  /** The legal form, which distinguishes PT Maju from CV Maju; undefined if there is none. */
  form: string | undefined
  /** Letters and digits only; empty if the name has none. */
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

function splitName(text: string): string[] {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\bP\.\s?T\b\.?/g, 'PT ')
    .replace(/\bC\.\s?V\b\.?/g, 'CV ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !ignoredWords.includes(word))
}

/** Words that many company names contain. */
const commonWords = [...legalForms, 'INDONESIA', 'CABANG', 'PUSAT']

/** True if the names have a distinctive word in common, as two spellings of one company usually do. */
export function sharesWord(one: string, other: string): boolean {
  const words = new Set(splitName(other))
  return splitName(one).some(
    (word) => word.length > 1 && words.has(word) && !commonWords.includes(word),
  )
}

/** Returns a key that is equal for all spellings of a company name, including its legal form. */
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
