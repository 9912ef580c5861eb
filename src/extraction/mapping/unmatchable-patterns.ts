import type { AST } from '@eslint-community/regexpp'

/** Explains why no line can match; undefined if one can. */
export function whyUnmatchable({ alternatives }: AST.Pattern): string | undefined {
  const reasons = alternatives.map(({ elements }) => findReason(elements))
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined
}

const space = 0x20
const notOnALine = new Set([0x09, 0x0a, 0x0d])

/** Single spaces separate the words of a line, without leading or trailing space. */
function findReason(elements: AST.Element[]): string | undefined {
  let before: 'nothing' | 'beginning' | 'space' | 'text' | 'end' = 'nothing'
  for (const element of elements) {
    if (element.type === 'Assertion' && element.kind === 'start') {
      if (before === 'text' || before === 'space')
        return 'text stands before "^", where a line begins: nothing can fit'
      before = 'beginning'
    } else if (element.type === 'Assertion' && element.kind === 'end') {
      if (before === 'space') return 'no line ends in a space: leave out the one before "$"'
      before = 'end'
    } else if (isNeeded(element)) {
      if (before === 'end') return 'text stands after "$", where a line ends: nothing can fit'
      const code = element.type === 'Character' ? element.value : undefined
      if (code !== undefined && notOnALine.has(code))
        return 'a line holds no tabs and no line breaks: write a space'
      if (code === space && before === 'beginning')
        return 'no line begins with a space: leave out the one after "^"'
      if (code === space && before === 'space')
        return 'the words of a line are parted by one space, however wide the gap: write one'
      before = code === space ? 'space' : 'text'
    } else if (element.type !== 'Assertion') before = before === 'end' ? 'end' : 'nothing'
  }
  return undefined
}

function isNeeded(element: AST.Element): boolean {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return true
    case 'Quantifier':
      return element.min > 0 && isNeeded(element.element)
    case 'Assertion':
    case 'Backreference':
    case 'Group':
    case 'CapturingGroup':
      return false
  }
}
