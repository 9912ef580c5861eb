import { decimal } from '../../domain/values/decimal.ts'
import { type AppError, StartupError } from '../../domain/errors/app-error.ts'
import {
  divideValues,
  isEqual,
  isTruthy,
  resolveName,
  subtractValues,
  addValues,
  roundValue,
  type Scope,
  multiplyValues,
  type FormulaValue,
} from './formula-values.ts'
import { toRational } from './rational.ts'

/** Evaluates a parsed formula in a scope. */
export type Formula = (scope: Scope) => FormulaValue

type Operator = (a: FormulaValue, b: FormulaValue) => FormulaValue

const sumOperators: Record<string, Operator> = { '+': addValues, '-': subtractValues }
const productOperators: Record<string, Operator> = { '*': multiplyValues, '/': divideValues }
const comparisonOperators: Record<string, Operator> = {
  '==': isEqual,
  '!=': (a, b) => !isEqual(a, b),
}

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?)|('[^']*')|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|(\?\?|==|!=|[-+*/?:(),]))\s*/y

/** The parser's state: the tokens that are left. */
interface Cursor {
  source: string
  tokens: string[]
}

/**
 * Parses formulas such as `round(amount * 11 / 12, 2)`. Supports names, numbers, 'strings', + - * /, == !=, `a ?? b` (b
 * if a is missing), `condition ? a : b` and round(value, places). Arithmetic with a missing value yields a missing
 * value.
 */
export function parseFormula(source: string): Formula {
  const cursor = { source, tokens: tokenize(source) }
  const formula = parseConditional(cursor)
  if (cursor.tokens.length > 0) throw unexpectedTokenError(cursor, cursor.tokens[0])
  return formula
}

function parseConditional(cursor: Cursor): Formula {
  const condition = parseFallback(cursor)
  if (!skipToken(cursor, '?')) return condition
  const yes = parseConditional(cursor)
  expectToken(cursor, ':')
  const no = parseConditional(cursor)
  return (scope) => (isTruthy(condition(scope)) ? yes(scope) : no(scope))
}

function parseFallback(cursor: Cursor): Formula {
  const first = parseComparison(cursor)
  if (!skipToken(cursor, '??')) return first
  const second = parseFallback(cursor)
  return (scope) => first(scope) ?? second(scope)
}

const parseComparison = (cursor: Cursor) => parseOperations(cursor, parseSum, comparisonOperators)
const parseSum = (cursor: Cursor) => parseOperations(cursor, parseProduct, sumOperators)
const parseProduct = (cursor: Cursor) => parseOperations(cursor, parseOperand, productOperators)

function parseOperations(
  cursor: Cursor,
  part: (cursor: Cursor) => Formula,
  operators: Record<string, Operator>,
): Formula {
  const first = part(cursor)
  const rest: { operate: Operator; operand: Formula }[] = []
  for (
    let operate = operators[peekToken(cursor)];
    operate;
    operate = operators[peekToken(cursor)]
  ) {
    cursor.tokens.shift()
    rest.push({ operate, operand: part(cursor) })
  }
  return (scope) =>
    rest.reduce((value, { operate, operand }) => operate(value, operand(scope)), first(scope))
}

function parseOperand(cursor: Cursor): Formula {
  const text = cursor.tokens.shift()
  if (text === '(') return expectClosingParenthesis(cursor, parseConditional(cursor))
  if (text === 'round') return parseRound(cursor)
  if (text === undefined || !/^[\w']/.test(text)) throw unexpectedTokenError(cursor, text)
  if (/^\d/.test(text)) return toConstant(toRational(decimal(text)))
  if (text.startsWith("'")) return toConstant(text.slice(1, -1))
  return (scope) => resolveName(scope, text.split('.'))
}

function parseRound(cursor: Cursor): Formula {
  expectToken(cursor, '(')
  const value = parseConditional(cursor)
  expectToken(cursor, ',')
  const places = cursor.tokens.shift() ?? ''
  if (!/^\d$/.test(places)) throw syntaxError(cursor.source, 'round needs a number of decimals')
  return expectClosingParenthesis(cursor, (scope) => roundValue(value(scope), Number(places)))
}

function expectClosingParenthesis(cursor: Cursor, formula: Formula): Formula {
  expectToken(cursor, ')')
  return formula
}

function peekToken({ tokens }: Cursor): string {
  return tokens[0] ?? ''
}

function skipToken(cursor: Cursor, text: string): boolean {
  const isNext = peekToken(cursor) === text
  if (isNext) cursor.tokens.shift()
  return isNext
}

function expectToken(cursor: Cursor, text: string): void {
  if (!skipToken(cursor, text)) throw syntaxError(cursor.source, `"${text}" is missing`)
}

function unexpectedTokenError({ source }: Cursor, text: string | undefined): AppError {
  const reason = text === undefined ? 'it ends too early' : `"${text}" is not expected there`
  return syntaxError(source, reason)
}

function toConstant(value: FormulaValue): Formula {
  return () => value
}

function tokenize(source: string): string[] {
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < source.length) {
    const from = tokenPattern.lastIndex
    const [, number, text, name, sign] = tokenPattern.exec(source) ?? []
    const found = number ?? text ?? name ?? sign
    if (found === undefined) throw syntaxError(source, `"${source.slice(from)}" cannot be read`)
    tokens.push(found)
  }
  return tokens
}

function syntaxError(source: string, reason: string): AppError {
  return new StartupError('BAD_SETTING', `The formula "${source.trim()}" is wrong: ${reason}.`)
}
