import { RE2JS } from 're2js'

/** A mapping's pattern, compiled for matching document text. */
export interface Pattern {
  source: string
  test: (text: string) => boolean
  exec: (text: string) => PatternMatch | null
  /** Returns the text with all matches removed. */
  removeFrom: (text: string) => string
}

interface PatternMatch {
  index: number
  /** The whole match. */
  text: string
  /** The first group if it took part in the match, or else the whole match. */
  value: string
}

/** Maximum length in characters. Longer text is truncated. Real lines and cells are shorter. */
export const maxTextLength = 1000

type CaseMode = 'any case' | 'exact case'

/**
 * Maximum number of patterns in the cache. A compiled pattern keeps its matcher states, which speeds up later matches.
 */
const maxCachedPatterns = 200
const compiled = new Map<string, Pattern>()

export function compile(source: string, caseMode: CaseMode = 'any case'): Pattern {
  const key = `${caseMode} ${source}`
  const known = compiled.get(key)
  if (known) return known
  if (compiled.size >= maxCachedPatterns) compiled.clear()
  const pattern = toPattern(source, toProgram(source, caseMode))
  compiled.set(key, pattern)
  return pattern
}

/** Compiles the pattern for a linear-time engine. Throws if the engine does not support its syntax. */
export function toProgram(source: string, caseMode: CaseMode = 'any case'): RE2JS {
  const flags = caseMode === 'any case' ? RE2JS.CASE_INSENSITIVE : 0
  return RE2JS.compile(RE2JS.translateRegExp(source), flags)
}

function toPattern(source: string, program: RE2JS): Pattern {
  const seen = (text: string) => text.slice(0, maxTextLength)
  return {
    source,
    test: (text) => program.test(seen(text)),
    exec: (text) => findFirstMatch(program, seen(text)),
    removeFrom: (text) => program.matcher(seen(text)).replaceAll('') + text.slice(maxTextLength),
  }
}

/** Tests for a match first, because most text does not match and a search with groups is slower. */
function findFirstMatch(program: RE2JS, text: string): PatternMatch | null {
  if (!program.test(text)) return null
  const matcher = program.matcher(text)
  if (!matcher.find()) return null
  const whole = matcher.group() ?? ''
  const group = program.groupCount() > 0 ? matcher.group(1) : null
  return { index: matcher.start(), text: whole, value: group ?? whole }
}
