import { numberFormat } from './locale.ts'

interface Separators {
  point: string
  group: string
}

/** Returns the separators of the page's locale. */
function localeSeparators(): Separators {
  const parts = numberFormat({ useGrouping: true }).formatToParts(1234567.5)
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { point: find('decimal'), group: find('group') }
}

/** Parses a typed number into plain notation. The page's locale decides how to read ambiguous input. */
export function parseAmount(
  typed: string,
  { point, group } = localeSeparators(),
): string | undefined {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(/^[−–]/, '-')
  const readings = [parseNotation(text, point, group), parseNotation(text, group, point)]
  return readings.find((one) => one !== undefined)
}

function parseNotation(text: string, point: string, group: string): string | undefined {
  const [, sign, whole = '', decimals = ''] =
    new RegExp(`^(-?)([\\d${escapeForRegExp(group)}]+)(?:${escapeForRegExp(point)}(\\d+))?$`).exec(
      text,
    ) ?? []
  const isWhole = new RegExp(`^(\\d+|\\d{1,3}(${escapeForRegExp(group)}\\d{3})+)$`).test(whole)
  if (!isWhole) return undefined
  const digits = whole.replaceAll(group, '')
  return `${sign}${digits}${decimals === '' ? '' : `.${decimals}`}`
}

function escapeForRegExp(mark: string): string {
  return `\\u${(mark || ' ').charCodeAt(0).toString(16).padStart(4, '0')}`
}
