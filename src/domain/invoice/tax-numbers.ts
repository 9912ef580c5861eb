/** Why a string cannot be filed as an NPWP. */
export type NpwpFault = 'not_npwp' | 'npwp_zero'

/** Why a correctly formatted NPWP might still be wrong. The user decides whether it is. */
export type NpwpDoubt = 'npwp_check_digit' | 'npwp_branch' | 'npwp_not_nik'

/** Why a string cannot be filed as a company's NITKU. */
export type NitkuFault = 'not_nitku' | 'nitku_not_of_npwp'

const separators = /[\s.\-/]/g

/**
 * Returns the 16 digits that Coretax expects, with a leading zero for an old 15-digit number. Returns undefined for
 * anything else, including `00.000.000.0-000.000`, which appears on invoices from companies without an NPWP.
 */
export function normaliseNpwp(text: string): string | undefined {
  const digits = text.replace(separators, '')
  return findNpwpFault(text) ? undefined : digits.padStart(16, '0')
}

export function findNpwpFault(text: string): NpwpFault | undefined {
  const digits = text.replace(separators, '')
  if (!/^\d{15,16}$/.test(digits)) return 'not_npwp'
  return /^0+$/.test(digits) ? 'npwp_zero' : undefined
}

/**
 * Finds reasons why a 16-digit NPWP may be wrong. Only company numbers, which start with 0, have a check digit and a
 * branch. Coretax identifies a branch by its NITKU and expects the NPWP of the head office. Residents use their NIK as
 * their NPWP.
 */
export function findNpwpDoubts(npwp: string): NpwpDoubt[] {
  if (!npwp.startsWith('0')) return isNik(npwp) ? [] : ['npwp_not_nik']
  return [
    ...(hasLuhnDigit(npwp.slice(1, 10)) ? [] : (['npwp_check_digit'] as const)),
    ...(npwp.endsWith('000') ? [] : (['npwp_branch'] as const)),
  ]
}

/** Checks a NITKU: the NPWP plus six digits for the place of business, where 000000 is the head office. */
export function findNitkuFault(nitku: string, npwp: string | null): NitkuFault | undefined {
  if (!/^\d{22}$/.test(nitku)) return 'not_nitku'
  return npwp !== null && !nitku.startsWith(npwp) ? 'nitku_not_of_npwp' : undefined
}

/**
 * True if a string may be a NIK. A NIK has 16 digits: it starts with a province code from 11 upwards, and digits 7 to
 * 12 are the date of birth, with 40 added to the day for women.
 */
export function isNik(text: string): boolean {
  const [, day, month] = /^[1-9]\d{5}(\d\d)(\d\d)\d{6}$/.exec(text) ?? []
  const born = Number(day) % 40
  return born >= 1 && born <= (daysInMonth[Number(month)] ?? 0) && Number(day) <= 71
}

/** Days by month. Index 0 stands for no month. The year of birth has two digits, so any February may have 29 days. */
const daysInMonth = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Luhn check: with every second digit from the right doubled, the digit sum is a multiple of ten. */
function hasLuhnDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
