import { type Document, isNode, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { AppError } from '../domain/errors.ts'

interface Problem {
  /** Where in the file, counted in characters. */
  offset: number
  message: string
}

/** What a file says, exactly as its schema wants it; else an error that names file, line and reason. */
export function parseYaml<T>(yaml: string, file: string, schema: z.ZodType<T>): T {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const refuse = (problems: Problem[]) => {
    const lineOf = ({ offset }: Problem) => Math.max(1, lines.linePos(offset).line)
    const reasons = problems.map((it) => `${file}, line ${lineOf(it)}: ${it.message}`)
    return new AppError('BAD_SETTING', reasons.join('\n'))
  }

  const mistakes = mistakesIn(document)
  if (mistakes.length > 0) throw refuse(mistakes)
  const parsed = schema.safeParse(document.toJS())
  if (parsed.success) return parsed.data
  throw refuse(parsed.error.issues.map((issue) => toProblem(document, issue)))
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

function toProblem(document: Document.Parsed, issue: z.core.$ZodIssue): Problem {
  const name = issue.path.join('.')
  const message = name === '' ? issue.message : `${name}: ${issue.message}`
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return { offset: offsetOf(document, [...issue.path, ...unknown]), message }
}

/** Where a value stands, or where what should hold it begins. */
function offsetOf(document: Document.Parsed, keys: PropertyKey[]): number {
  const node = keys.length === 0 ? document.contents : document.getIn(keys, true)
  if (isNode(node)) return node.range?.[0] ?? 0
  return keys.length === 0 ? 0 : offsetOf(document, keys.slice(0, -1))
}
