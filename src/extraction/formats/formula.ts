import { decimal } from '../../domain/values/decimal.ts'
import { AppError } from '../../domain/errors/errors.ts'
import {
  divideValues,
  isSame,
  isTrue,
  lookUp,
  minus,
  plus,
  roundValue,
  type Scope,
  times,
  type Value,
} from './formula-values.ts'
import { toRational } from './rational.ts'

/** A formula, ready to be reckoned over the data of a document. */
export type Formula = (scope: Scope) => Value

type Operator = (a: Value, b: Value) => Value

const sums: Record<string, Operator> = { '+': plus, '-': minus }
const products: Record<string, Operator> = { '*': times, '/': divideValues }
const comparisons: Record<string, Operator> = {
  '==': isSame,
  '!=': (a, b) => !isSame(a, b),
}

const token =
  /\s*(?:(\d+(?:\.\d+)?)|('[^']*')|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|(\?\?|==|!=|[-+*/?:(),]))\s*/y

/** A formula that is being read, from its tokens on. */
interface Cursor {
  source: string
  tokens: string[]
}

/**
 * Reads `round(amount * 11 / 12, 2)`: names, numbers, 'texts', + - * /, == !=, `a ?? b` (b where a is missing),
 * `condition ? a : b` and round(value, places). What is reckoned from something missing is missing.
 */
export function parseFormula(source: string): Formula {
  const cursor = { source, tokens: tokensOf(source) }
  const formula = conditional(cursor)
  if (cursor.tokens.length > 0) throw unexpected(cursor, cursor.tokens[0])
  return formula
}

function conditional(cursor: Cursor): Formula {
  const condition = fallback(cursor)
  if (!skip(cursor, '?')) return condition
  const yes = conditional(cursor)
  demand(cursor, ':')
  const no = conditional(cursor)
  return (scope) => (isTrue(condition(scope)) ? yes(scope) : no(scope))
}

function fallback(cursor: Cursor): Formula {
  const first = comparison(cursor)
  if (!skip(cursor, '??')) return first
  const second = fallback(cursor)
  return (scope) => first(scope) ?? second(scope)
}

const comparison = (cursor: Cursor) => operations(cursor, sum, comparisons)
const sum = (cursor: Cursor) => operations(cursor, product, sums)
const product = (cursor: Cursor) => operations(cursor, single, products)

function operations(
  cursor: Cursor,
  part: (cursor: Cursor) => Formula,
  operators: Record<string, Operator>,
): Formula {
  const first = part(cursor)
  const rest: { operate: Operator; operand: Formula }[] = []
  for (let operate = operators[peek(cursor)]; operate; operate = operators[peek(cursor)]) {
    cursor.tokens.shift()
    rest.push({ operate, operand: part(cursor) })
  }
  return (scope) =>
    rest.reduce((value, { operate, operand }) => operate(value, operand(scope)), first(scope))
}

function single(cursor: Cursor): Formula {
  const text = cursor.tokens.shift()
  if (text === '(') return closed(cursor, conditional(cursor))
  if (text === 'round') return rounded(cursor)
  if (text === undefined || !/^[\w']/.test(text)) throw unexpected(cursor, text)
  if (/^\d/.test(text)) return constant(toRational(decimal(text)))
  if (text.startsWith("'")) return constant(text.slice(1, -1))
  return (scope) => lookUp(scope, text.split('.'))
}

function rounded(cursor: Cursor): Formula {
  demand(cursor, '(')
  const value = conditional(cursor)
  demand(cursor, ',')
  const places = cursor.tokens.shift() ?? ''
  if (!/^\d$/.test(places)) throw wrong(cursor.source, 'round needs a number of decimals')
  return closed(cursor, (scope) => roundValue(value(scope), Number(places)))
}

function closed(cursor: Cursor, formula: Formula): Formula {
  demand(cursor, ')')
  return formula
}

function peek({ tokens }: Cursor): string {
  return tokens[0] ?? ''
}

function skip(cursor: Cursor, text: string): boolean {
  const isThere = peek(cursor) === text
  if (isThere) cursor.tokens.shift()
  return isThere
}

function demand(cursor: Cursor, text: string): void {
  if (!skip(cursor, text)) throw wrong(cursor.source, `"${text}" is missing`)
}

function unexpected({ source }: Cursor, text: string | undefined): AppError {
  const reason = text === undefined ? 'it ends too early' : `"${text}" is not expected there`
  return wrong(source, reason)
}

function constant(value: Value): Formula {
  return () => value
}

function tokensOf(source: string): string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const from = token.lastIndex
    const [, number, text, name, sign] = token.exec(source) ?? []
    const found = number ?? text ?? name ?? sign
    if (found === undefined) throw wrong(source, `"${source.slice(from)}" cannot be read`)
    tokens.push(found)
  }
  return tokens
}

function wrong(source: string, reason: string): AppError {
  return new AppError('BAD_SETTING', `The formula "${source.trim()}" is wrong: ${reason}.`)
}
