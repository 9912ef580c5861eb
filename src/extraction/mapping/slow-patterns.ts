import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { areDisjoint, beginningOf, type Characters, charactersOf } from './character-sets.ts'

// A repeat of at most so many times leaves few ways to try.
const fewTimes = 4
/** So many repeats in a row that can take the same text: with n characters, n² ways to try. More is too slow. */
const mostInARow = 2

const parser = new RegExpParser({ ecmaVersion: 2024 })

export function parsePattern(source: string): AST.Pattern {
  return parser.parsePattern(source, undefined, undefined, { unicode: true })
}

/**
 * Why a text could be made that a backtracking engine tries in more ways than anyone can wait for; undefined if
 * there is none. It errs on the side of caution: some that it refuses are harmless, and can be written otherwise.
 */
export function whySlow(pattern: AST.Pattern): string | undefined {
  return slowAlternatives(pattern.alternatives, undefined)
}

type Repeat = AST.Quantifier | undefined

function slowAlternatives(alternatives: AST.Alternative[], repeat: Repeat): string | undefined {
  const inside = firstOf(alternatives, ({ elements }) => slowSequence(elements, repeat))
  return inside ?? (repeat && repeat.max > fewTimes ? ambiguity(alternatives, repeat) : undefined)
}

function slowSequence(elements: AST.Element[], repeat: Repeat): string | undefined {
  return firstOf(elements, (element) => slowElement(element, repeat)) ?? slowRow(elements)
}

function slowElement(element: AST.Element, repeat: Repeat): string | undefined {
  switch (element.type) {
    case 'Backreference':
      return `"${element.raw}" asks for the same text again, which can take for ever: leave it out`
    case 'Quantifier':
      return nesting(element, repeat) ?? slowElement(element.element, outermost(repeat, element))
    case 'Group':
    case 'CapturingGroup':
      return slowAlternatives(element.alternatives, repeat)
    case 'Assertion':
      return 'alternatives' in element ? slowAlternatives(element.alternatives, repeat) : undefined
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return undefined
  }
}

/** `?` and fixed counts repeat nothing. */
function outermost(repeat: Repeat, inner: AST.Quantifier): Repeat {
  return repeat ?? (inner.max > 1 ? inner : undefined)
}

function nesting(inner: AST.Quantifier, outer: Repeat): string | undefined {
  if (!outer || inner.min === inner.max) return undefined
  if (inner.max <= 1 && outer.max <= fewTimes) return undefined
  return `"${inner.raw}" is repeated within "${outer.raw}", which can take for ever: repeat only one of them`
}

function ambiguity(alternatives: AST.Alternative[], repeat: AST.Quantifier): string | undefined {
  const beginnings = alternatives.map(({ elements }) => beginningOf(elements))
  const isAmbiguous = beginnings.some(
    ({ first, may_be_empty }, index) =>
      may_be_empty || beginnings.slice(index + 1).some((other) => !areDisjoint(first, other.first)),
  )
  if (!isAmbiguous) return undefined
  return `"${repeat.raw}" repeats alternatives that can begin alike, which can take for ever: make each begin differently`
}

interface Piece {
  takes: Characters
  is_endless: boolean
  is_needed: boolean
  raw: string
}

/** Repeats that can take the same text from one another, with nothing between that none of them takes. */
function slowRow(elements: AST.Element[]): string | undefined {
  let row: Piece[] = []
  for (const piece of elements.flatMap(toPieces)) {
    if (piece.is_endless || piece.is_needed) {
      row = row.filter(({ takes }) => !areDisjoint(takes, piece.takes))
    }
    if (piece.is_endless) row.push(piece)
    if (row.length > mostInARow) {
      const parts = row.map(({ raw }) => `"${raw}"`).join(', ')
      return `${parts} can all take the same text, which can take for ever: use at most ${mostInARow} of them`
    }
  }
  return undefined
}

function toPieces(element: AST.Element): Piece[] {
  switch (element.type) {
    case 'Assertion':
    case 'Backreference':
      return []
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.flatMap(({ elements }) => elements.flatMap(toPieces))
    case 'Quantifier':
      return toPieces(element.element).map((piece) => ({
        ...piece,
        is_endless: piece.is_endless || element.max > 20,
        is_needed: piece.is_needed && element.min > 0,
        raw: element.raw,
      }))
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return [
        { takes: charactersOf(element), is_endless: false, is_needed: true, raw: element.raw },
      ]
  }
}

function firstOf<T>(items: T[], ask: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const answer = ask(item)
    if (answer !== undefined) return answer
  }
  return undefined
}
