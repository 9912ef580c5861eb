import type { AST } from '@eslint-community/regexpp'
import {
  encodeFault,
  type CodedFault,
  type PatternFault,
} from '../../domain/messages/fault-codes.ts'

/** Returns why the pattern cannot match any line, or undefined if it can. */
export function explainUnmatchable({ alternatives }: AST.Pattern): CodedFault | undefined {
  const [fault, ...others] = alternatives.map(({ elements }) => findReason(elements))
  if (fault === undefined || others.includes(undefined)) return undefined
  return encodeFault('pattern_unmatchable', { fault })
}

const space = 0x20
const unmatchableCharacters = new Set([0x09, 0x0a, 0x0d])

/** Returns why no line can match, given that a line has single spaces between words and none at either end. */
function findReason(elements: AST.Element[]): PatternFault | undefined {
  let before: 'nothing' | 'beginning' | 'space' | 'text' | 'end' = 'nothing'
  for (const element of elements) {
    if (element.type === 'Assertion' && element.kind === 'start') {
      if (before === 'text' || before === 'space') return 'text_before_start'
      before = 'beginning'
    } else if (element.type === 'Assertion' && element.kind === 'end') {
      if (before === 'space') return 'space_at_end'
      before = 'end'
    } else if (isRequired(element)) {
      if (before === 'end') return 'text_after_end'
      const code = element.type === 'Character' ? element.value : undefined
      if (code !== undefined && unmatchableCharacters.has(code)) return 'line_break'
      if (code === space && before === 'beginning') return 'space_at_start'
      if (code === space && before === 'space') return 'two_spaces'
      before = code === space ? 'space' : 'text'
    } else if (element.type !== 'Assertion') before = before === 'end' ? 'end' : 'nothing'
  }
  return undefined
}

function isRequired(element: AST.Element): boolean {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return true
    case 'Quantifier':
      return element.min > 0 && isRequired(element.element)
    case 'Assertion':
    case 'Backreference':
    case 'Group':
    case 'CapturingGroup':
      return false
  }
}
