/** A company's name, apart from how it is written: `PT. Maju, Tbk` and `maju (PT)` are the same. */
export interface CompanyName {
  /** PT and CV Maju are two companies; undefined where no legal form is given. */
  form: string | undefined
  /** Letters and digits only. Empty for a name that has none. */
  bare: string
}

const forms = ['PT', 'CV', 'UD', 'PD', 'FA', 'YAYASAN', 'KOPERASI']
/** Words that come and go without making another company. */
const extras = ['TBK', 'PERSERO']

export function companyName(text: string): CompanyName {
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\bP\.\s?T\b\.?/g, 'PT ')
    .replace(/\bC\.\s?V\b\.?/g, 'CV ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !extras.includes(word))
  const form = [words.at(0), words.at(-1)].find((word) => word && forms.includes(word))
  const at = form === undefined ? -1 : words[0] === form ? 0 : words.length - 1
  return { form, bare: words.filter((_, index) => index !== at).join('') }
}

/** One key for all ways to write a company's name, its legal form included. */
export function nameKey(name: string): string {
  const { form = '', bare } = companyName(name)
  return `${form} ${bare}`.trim()
}

/** Units, codes and descriptions, apart from case, spaces and punctuation. */
export function looseKey(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}%]+/gu, '')
}

/** The 16 digits of a tax number; one of the old 15 digits gets its leading zero. Undefined for anything else. */
export function taxNumber(printed: string): string | undefined {
  const digits = printed.replace(/[\s.-]/g, '')
  if (!/^\d{15,16}$/.test(digits)) return undefined
  return digits.padStart(16, '0')
}
