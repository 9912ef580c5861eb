/** How well a printed name matches the requested one. A lower score is a better match. */
type MatchScore = 0 | 1 | 2 | 3

interface Match {
  name: string
  score: MatchScore
}

export interface NameMatches {
  /** All printed names with the best score. */
  found: string[]
  /** Similar names, offered only as suggestions. */
  did_you_mean: string[]
}

const maxSuggestions = 5
/** Maximum length of a name, in characters. Longer input is not a name and would be slow to compare. */
const maxNameLength = 100

/** Splits a list of names such as "Liu, Elly; Max Liu". A comma is part of a name. */
export function splitNames(requested: string): string[] {
  return requested
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * Matches the requested name with printed names. Ignores order, case, accents, periods, and a middle initial on one
 * side only. A family name alone matches the whole family. Nicknames never match.
 */
export function findName(requested: string, printed: Iterable<string>): NameMatches {
  const names = [...new Set(printed)].filter(({ length }) => length <= maxNameLength)
  const wanted = listSpellings(requested)
  const words = splitWords(requested).map(removeAccents)
  const matches = names.flatMap((name): Match[] => {
    if (!hasCommonWord(words, name)) return []
    const isFamily = listFamilyNames(name).some((family) => isSameText(family, words))
    const score = scoreMatch(wanted, listSpellings(name)) ?? (isFamily ? 3 : undefined)
    return score === undefined ? [] : [{ name, score }]
  })
  const best = Math.min(...matches.map(({ score }) => score))
  const found = matches.filter(({ score }) => score === best).map(({ name }) => name)
  const rest = matches.filter(({ score }) => score !== best).map(({ name }) => name)
  return { found, did_you_mean: found.length > 0 ? rest : findNearMisses(wanted, names) }
}

/** True if the name shares a word with the requested name. Most names on a sheet do not and are skipped. */
function hasCommonWord(words: string[], name: string): boolean {
  const letters = removeAccents(name.toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '')
  return words.some((word) => letters.includes(word))
}

function scoreMatch(wanted: string[][], given: string[][]): MatchScore | undefined {
  const any = (isSame: (a: string[], b: string[]) => boolean) =>
    wanted.some((one) => given.some((other) => isSame(one, other)))
  if (any(isSameText)) return 0
  if (any((a, b) => isSameText(a.map(removeAccents), b.map(removeAccents)))) return 1
  if (any((a, b) => isSameExceptInitials(a.map(removeAccents), b.map(removeAccents)))) return 2
  return undefined
}

/**
 * Returns the words in a name, given names first, for each interpretation of it. Without a comma, the family name may
 * come first or last. "Bea or Beatrix", "Elizabeth (Libby)" and 'Elizabeth "Libby"' are two names each.
 */
function listSpellings(name: string): string[][] {
  const [family = '', ...given] = name.replace(/^\*/, '').split(',')
  const firstWords = given.join(' ')
  if (splitWords(firstWords).length > 0) {
    return listAlternatives(firstWords).map((first) => [
      ...splitWords(first),
      ...splitWords(family),
    ])
  }
  return listAlternatives(family).flatMap((one) => {
    const words = splitWords(one)
    return words.map((_, index) => [...words.slice(index), ...words.slice(0, index)])
  })
}

/**
 * Returns the words in the family name: those before a comma, those in capitals, or the last word. For "van Dam", "Dam"
 * is also accepted. For a name entirely in capitals, its first word is also accepted, because such names may start with
 * the family name.
 */
function listFamilyNames(name: string): string[][] {
  const plain = name.replace(/^\*/, '').trim()
  const [family = '', given = ''] = plain.split(',')
  const plainWords = (text: string) => splitWords(text).map(removeAccents)
  if (plainWords(given).length > 0) return withLastWord(plainWords(family))
  const words = family.trim().split(/\s+/)
  if (words.length < 2) return []
  const isCapitals = (word: string) => /\p{Lu}{2}/u.test(word) && !/\p{Ll}/u.test(word)
  const capitals = words.filter(isCapitals)
  if (capitals.length > 0 && capitals.length < words.length) {
    return withLastWord(plainWords(capitals.join(' ')))
  }
  const isAmbiguous = capitals.length === words.length
  return [words.at(-1), ...(isAmbiguous ? [words[0]] : [])].map((word) => plainWords(word ?? ''))
}

function withLastWord(family: string[]): string[][] {
  return [family, family.slice(-1)]
}

function listAlternatives(given: string): string[] {
  const [, before = given, inside] = /^(.*?)[("“](.+?)[)"”]/.exec(given) ?? []
  const after = inside === undefined ? '' : given.slice(given.search(/[)"”](?!.*[)"”])/) + 1)
  const both = inside === undefined ? [given] : [`${before} ${after}`, `${inside} ${after}`]
  return both.flatMap((one) => one.split(/\s+or\s+/i))
}

function splitWords(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’ʼ`´.]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
}

const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

export function removeAccents(word: string): string {
  if (/^[ -~]*$/.test(word)) return word
  return word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
}

function isSameText(a: string[], b: string[]): boolean {
  return a.join(' ') === b.join(' ')
}

/** True if the names differ only in initials: "Jane A Doe" matches Jane Doe and Jane Anne Doe, but not Jane B Doe. */
function isSameExceptInitials(a: string[], b: string[]): boolean {
  if (a[0] !== b[0] || (a[0]?.length ?? 0) < 2) return false
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  if (shorter.length === longer.length) {
    return shorter.every((word, index) =>
      isSameWord(word, longer[index] ?? '', index, shorter.length),
    )
  }
  return isWithoutInitials(shorter, longer)
}

/** True if the longer name only adds initials: "Jane Anne Doe" and "Jane Anne P Doe". */
function isWithoutInitials(shorter: string[], longer: string[]): boolean {
  let at = 0
  for (const [index, word] of longer.entries()) {
    const isMiddle = index > 0 && index < longer.length - 1
    if (at < shorter.length && isSameWord(shorter[at] ?? '', word, at, shorter.length)) at += 1
    else if (!isMiddle || word.length > 1) return false
  }
  return at === shorter.length
}

/** True if two words are the same, or if they are middle names and one is the initial of the other. */
function isSameWord(a: string, b: string, index: number, count: number): boolean {
  if (a === b) return true
  const isMiddle = index > 0 && index < count - 1
  return isMiddle && Math.min(a.length, b.length) === 1 && a[0] === b[0]
}

/** Lists typos first, then names from the same family. */
function findNearMisses(wanted: string[][], names: string[]): string[] {
  const scored = names.map((name) => ({ name, score: distance(wanted, listSpellings(name)) }))
  return scored
    .filter(({ score }) => score < Infinity)
    .toSorted((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ name }) => name)
}

const sameFamilyScore = 10

function distance(wanted: string[][], given: string[][]): number {
  const pairs = wanted.flatMap((one) =>
    given.map((other) => [one.map(removeAccents), other.map(removeAccents)] as const),
  )
  const typos = pairs.map(([one, other]) => countTypos(dropInitials(one), dropInitials(other)))
  const isSameFamily = pairs.some(([one, other]) => one.length > 1 && one.at(-1) === other.at(-1))
  return Math.min(...typos, isSameFamily ? sameFamilyScore : Infinity)
}

function dropInitials(words: string[]): string {
  const long = words.filter(({ length }) => length > 1)
  return (long.length > 0 ? long : words).join(' ')
}

function countTypos(a: string, b: string): number {
  const maxTypos = Math.min(a.length, b.length) / 4
  if (Math.abs(a.length - b.length) > maxTypos) return Infinity
  const count = editDistance(a, b)
  return count <= maxTypos ? count : Infinity
}

/** Counts letters that are changed, added, omitted or swapped with an adjacent letter. */
function editDistance(a: string, b: string): number {
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const steps = [(old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + (isSame ? 0 : 1)]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min(...steps, isSwap ? (older[j - 2] ?? 0) + 1 : Infinity))
    }
    older = old
    old = row
  }
  return old[b.length] ?? 0
}
