import type { AST } from '@eslint-community/regexpp'

/** What a part of a pattern can take, as far as a sample of characters shows. */
export type Characters = ReadonlySet<string>

type Leaf = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const sample = [...printable, ...'éßΩ中–€ı\u00a0\t\n']

const known = new Map<string, Characters>()

export function charactersOf({ raw, type }: Leaf): Characters {
  const found = known.get(raw)
  if (found) return found
  const pattern = new RegExp(`^(?:${raw})$`, 'iu')
  const own = type === 'Character' ? [raw] : []
  const set = new Set([...sample, ...own].filter((character) => pattern.test(character)))
  known.set(raw, set)
  return set
}

export function areDisjoint(some: Characters, others: Characters): boolean {
  for (const character of some) if (others.has(character)) return false
  return true
}

/** With what the sequence may begin, and whether it may also be nothing at all. */
export function beginningOf(elements: readonly AST.Element[]): {
  first: Characters
  may_be_empty: boolean
} {
  const first = new Set<string>()
  for (const element of elements) {
    const own = beginningOfOne(element)
    for (const character of own.first) first.add(character)
    if (!own.may_be_empty) return { first, may_be_empty: false }
  }
  return { first, may_be_empty: true }
}

function beginningOfOne(element: AST.Element): { first: Characters; may_be_empty: boolean } {
  switch (element.type) {
    case 'Assertion':
    case 'Backreference':
      return { first: new Set(), may_be_empty: true }
    case 'Quantifier': {
      const { first, may_be_empty } = beginningOfOne(element.element)
      return { first, may_be_empty: may_be_empty || element.min === 0 }
    }
    case 'Group':
    case 'CapturingGroup': {
      const all = element.alternatives.map(({ elements }) => beginningOf(elements))
      return {
        first: new Set(all.flatMap(({ first }) => [...first])),
        may_be_empty: all.some(({ may_be_empty }) => may_be_empty),
      }
    }
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return { first: charactersOf(element), may_be_empty: false }
  }
}
