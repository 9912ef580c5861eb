import { type Document, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { AppError } from '../../domain/errors/errors.ts'
import { offsetOf, type Problem, problemsOf } from './yaml-problems.ts'

/** A place in a file, counted from 1. */
interface Spot {
  line: number
  column: number
}

/** What is wrong there, and what to write instead. */
export interface Mistake extends Spot {
  message: string
}

/** What a file says, exactly as its schema wants it; else an error that names file, line and reason. */
export function parseYaml<T>(yaml: string, file: string, schema: z.ZodType<T>): T {
  const checked = checkYaml(yaml, schema)
  if ('data' in checked) return checked.data
  const reasons = checked.mistakes.map(({ line, message }) => `${file}, line ${line}: ${message}`)
  throw new AppError('BAD_SETTING', reasons.join('\n'))
}

/** What a file says, or all that is wrong with it. */
export function checkYaml<T>(
  yaml: string,
  schema: z.ZodType<T>,
): { data: T; placeOf: (path: PropertyKey[]) => Spot } | { mistakes: Mistake[] } {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const spotAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const refuse = (problems: Problem[]) => {
    const mistakes = problems.map(({ offset, message }) => ({ ...spotAt(offset), message }))
    return { mistakes: mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column) }
  }

  const inYaml = mistakesIn(document)
  if (inYaml.length > 0) return refuse(inYaml)
  const parsed = schema.safeParse(document.toJS())
  const placeOf = (path: PropertyKey[]) => spotAt(offsetOf(document, path))
  if (parsed.success) return { data: parsed.data, placeOf }
  const issues = withoutEchoes(parsed.error.issues)
  return refuse(issues.flatMap((issue) => problemsOf(issue, document, schema)))
}

/** A misspelt key is also a missing one: that is said once. */
function withoutEchoes(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const misspelt = issues.flatMap(({ code, path }) =>
    code === 'unrecognized_keys' ? [path.join('.')] : [],
  )
  return issues.filter(({ code, path }) => code !== 'custom' || !misspelt.includes(path.join('.')))
}

/** What is wrong with the file as YAML. Aliases are refused, because a few can stand for gigabytes. */
function mistakesIn(document: Document.Parsed): Problem[] {
  const mistakes = document.errors.map(({ pos, message }) => ({ offset: pos[0], message }))
  visit(document, {
    Alias: (_key, alias) => {
      const message = `write out what *${alias.source} stands for; aliases are not supported`
      mistakes.push({ offset: alias.range?.[0] ?? 0, message })
    },
  })
  return mistakes
}
