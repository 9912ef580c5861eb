/** SQL in which every parenthesised part is replaced by `«n»`, its index in `parts`. */
interface CollapsedSql {
  text: string
  parts: string[]
}

/** Returns the names of result columns whose expressions, by their form alone, can never be null. */
export function nonNullExpressions(sql: string): Set<string> {
  const collapsed = collapse(sql)
  const names = selectList(collapsed.text).flatMap((item) => {
    const { expression, name } = splitAlias(item)
    return name !== undefined && isNonNull(expression, collapsed.parts) ? [name] : []
  })
  return new Set(names)
}

/** True if a join can return null in a column that its table declares not null. */
export function hasOuterJoin(sql: string): boolean {
  return /\b(left|right|full) join\b/.test(collapse(sql).text)
}

function collapse(sql: string): CollapsedSql {
  const parts: string[] = []
  let text = sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ')
  const innermost = /\(([^()]*)\)/
  for (let found = innermost.exec(text); found; found = innermost.exec(text)) {
    const [whole, content = ''] = found
    text = text.replace(whole, () => `«${parts.push(content) - 1}»`)
  }
  return { text, parts }
}

/** Returns the items in the last list that a statement selects or returns. */
function selectList(text: string): string[] {
  const last = /.*\b(?:select|returning)\b(?: distinct on «\d+»)? (.*)$/.exec(text)?.[1] ?? ''
  const list = last.replace(/ (?:from|where|having|order by|limit) .*$/, '')
  return list.split(',').map((item) => item.trim())
}

function splitAlias(item: string): { expression: string; name: string | undefined } {
  const [, expression, alias] = /^(.*) as (\w+)$/.exec(item) ?? []
  if (expression !== undefined) return { expression, name: alias }
  return { expression: item, name: /^(\w+)«\d+»(?:::\w+)?$/.exec(item)?.[1] }
}

const literal = /^(?:'[^']*'|-?\d+|true|false|interval '[^']*')$/
const neverNull =
  /^(?:count|exists|now|clock_timestamp|jsonb_build_object|json_build_object|pg_database_size|current_database)$/

function isNonNull(given: string, parts: string[]): boolean {
  const expression = given.trim().replace(/::\w+$/, '')
  if (expression !== given.trim()) return isNonNull(expression, parts)
  if (literal.test(expression) || / is (?:not )?null$/.test(expression)) return true
  const operands = expression.split(/ [+*] /)
  if (operands.length > 1) return operands.every((operand) => isNonNull(operand, parts))
  const filtered = expression.replace(/ filter «\d+»$/, '')
  const [, name = '', index = ''] = /^(\w*) ?«(\d+)»$/.exec(filtered) ?? []
  const content = index === '' ? undefined : parts[Number(index)]
  if (content === undefined) return false
  if (name === 'coalesce') return content.split(',').some((part) => isNonNull(part, parts))
  if (name === '') return isNonNullInParentheses(content, parts)
  return neverNull.test(name)
}

/**
 * True if an expression in parentheses cannot be null. An aggregate without GROUP BY returns exactly one row. Any other
 * subquery may return none.
 */
function isNonNullInParentheses(content: string, parts: string[]): boolean {
  if (!content.startsWith('select ')) return isNonNull(content, parts)
  const [item = '', ...others] = selectList(content)
  const isAggregate = /^(?:count|coalesce|jsonb_build_object) ?«\d+»/.test(item)
  const hasGroups = / (?:group by|having|limit|offset) /.test(content)
  return others.length === 0 && isAggregate && !hasGroups && isNonNull(item, parts)
}
