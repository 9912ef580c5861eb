import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { RE2JSSyntaxException } from 're2js'
import { encodeFault, type CodedFault } from '../../domain/messages/fault-codes.ts'
import { toProgram } from '../layout/pattern.ts'
import { countSteps } from './pattern-steps.ts'

/**
 * Maximum number of steps in a compiled pattern, because matching time grows with the number of steps. Real patterns
 * have fewer than 100.
 */
const maxSteps = 400
/** A pattern with more estimated steps is not even compiled. */
const maxEstimatedSteps = 10 * maxSteps
/** Maximum length in characters. A longer pattern could overflow the parser's stack. */
const maxPatternLength = 1000

const parser = new RegExpParser({ ecmaVersion: 2024 })

export function parsePattern(source: string): AST.Pattern {
  return parser.parsePattern(source, undefined, undefined, { unicode: true })
}

/**
 * Returns why the linear-time engine cannot run the pattern, or that the pattern is too large. Returns undefined if the
 * engine can run it. Throws a SyntaxError if it is not a valid pattern.
 */
export function explainUnsupported(source: string): CodedFault | undefined {
  if (source.length > maxPatternLength) {
    return encodeFault('text_too_long', { most: maxPatternLength })
  }
  const pattern = parsePattern(source)
  if (countSteps(pattern) > maxEstimatedSteps) {
    return encodeFault('pattern_too_large', { most: maxSteps })
  }
  return findUnsupportedSyntax(pattern) ?? findCompileFault(source)
}

function findUnsupportedSyntax(pattern: AST.Pattern): CodedFault | undefined {
  const faults: CodedFault[] = []
  visitRegExpAST(pattern, {
    onAssertionEnter(node) {
      if (node.kind !== 'lookahead' && node.kind !== 'lookbehind') return
      const side = node.kind === 'lookahead' ? 'ahead' : 'behind'
      faults.push(encodeFault('pattern_looks_around', { part: node.raw, side }))
    },
    onBackreferenceEnter({ raw }) {
      faults.push(encodeFault('pattern_repeats_text', { part: raw }))
    },
  })
  return faults[0]
}

function findCompileFault(source: string): CodedFault | undefined {
  try {
    if (toProgram(source).programSize() <= maxSteps) return undefined
    return encodeFault('pattern_too_large', { most: maxSteps })
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const part = error.getPattern() ?? source
    return encodeFault('pattern_unsupported', { part, text: error.getDescription() })
  }
}
