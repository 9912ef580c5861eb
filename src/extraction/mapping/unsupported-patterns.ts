import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { RE2JSSyntaxException } from 're2js'
import { toProgram } from '../layout/pattern.ts'

/** Steps of a compiled pattern. The time for a text grows with their number; real patterns have fewer than 100. */
const maxSteps = 400

const parser = new RegExpParser({ ecmaVersion: 2024 })

export function parsePattern(source: string): AST.Pattern {
  return parser.parsePattern(source, undefined, undefined, { unicode: true })
}

/** Explains why the linear-time engine cannot run a pattern, or why it is too large; undefined if it can run. */
export function whyUnsupported(pattern: AST.Pattern): string | undefined {
  return unsupportedSyntax(pattern) ?? compileFault(pattern.raw)
}

function unsupportedSyntax(pattern: AST.Pattern): string | undefined {
  const faults: string[] = []
  visitRegExpAST(pattern, {
    onAssertionEnter(node) {
      if (node.kind !== 'lookahead' && node.kind !== 'lookbehind') return
      const side = node.kind === 'lookahead' ? 'ahead' : 'behind'
      faults.push(
        `"${node.raw}" looks ${side}, which patterns cannot do: match the text itself, or exclude texts with "unless"`,
      )
    },
    onBackreferenceEnter({ raw }) {
      faults.push(`"${raw}" asks for the same text again, which patterns cannot do: leave it out`)
    },
  })
  return faults[0]
}

function compileFault(source: string): string | undefined {
  try {
    if (toProgram(source).programSize() <= maxSteps) return undefined
    return `takes more than ${maxSteps} steps: repeat fewer times, or write a shorter pattern`
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const part = error.getPattern() ?? source
    return `"${part}" is not supported (${error.getDescription()}): patterns follow the syntax of RE2`
  }
}
