import { type Document, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { addRenderedText } from '../../domain/i18n/render.ts'
import { clip, createFault } from '../../domain/messages/fault.ts'
import type { RenderedMessage } from '../../domain/messages/message.ts'
import { StartupError } from '../../domain/errors/app-error.ts'
import { findParsed } from './parsed-files.ts'
import { findOffset, type YamlProblem, toProblems } from './yaml-problems.ts'

/** A position in a file. Line and column start at 1. */
interface Position {
  line: number
  column: number
}

/** An error or a hint with its position and an explanation of how to fix it. */
export interface Diagnostic extends Position, RenderedMessage {}

/** Parses a file against its schema. Throws an error that states the file, line and reason. */
export function parseYaml<T>(yaml: string, file: string, schema: z.ZodType<T>): T {
  const parsed = findParsed(yaml)
  const valid = parsed === undefined ? undefined : schema.safeParse(parsed)
  if (valid?.success) return valid.data
  const checked = checkYaml(yaml, schema)
  if ('data' in checked) return checked.data
  const reasons = checked.mistakes.map(({ line, message }) => `${file}, line ${line}: ${message}`)
  throw new StartupError('BAD_SETTING', reasons.join('\n'))
}

/** Returns the parsed data, or every error in the file. */
export function checkYaml<T>(
  yaml: string,
  schema: z.ZodType<T>,
): { data: T; positionAt: (path: PropertyKey[]) => Position } | { mistakes: Diagnostic[] } {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const positionAtOffset = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const fail = (problems: YamlProblem[]) => {
    const mistakes = problems.map(({ offset, message }) => ({
      ...positionAtOffset(offset),
      ...addRenderedText(message),
    }))
    return { mistakes: mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column) }
  }

  const syntaxProblems = findSyntaxProblems(document)
  if (syntaxProblems.length > 0) return fail(syntaxProblems)
  const parsed = schema.safeParse(document.toJS())
  const positionAt = (path: PropertyKey[]) => positionAtOffset(findOffset(document, path))
  if (parsed.success) return { data: parsed.data, positionAt }
  const issues = dropRedundantIssues(parsed.error.issues)
  return fail(issues.flatMap((issue) => toProblems(issue, document, schema)))
}

/** Reports a misspelt key once, instead of also as a missing key. */
function dropRedundantIssues(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const misspeltKeys = new Set(
    issues.flatMap(({ code, path }) => (code === 'unrecognized_keys' ? [toShortPath(path)] : [])),
  )
  return issues.filter(
    ({ code, path }) => code !== 'custom' || !misspeltKeys.has(toShortPath(path)),
  )
}

/** Shortens keys, because a hostile file can repeat a long key in thousands of issues. */
function toShortPath(path: readonly PropertyKey[]): string {
  return path.map((key) => clip(String(key))).join('.')
}

/** Rejects aliases, because a few of them can expand to gigabytes. */
function findSyntaxProblems(document: Document.Parsed): YamlProblem[] {
  const problems = document.errors.map(({ pos, code, message }) => ({
    offset: pos[0],
    message: createFault('yaml_syntax', null, { kind: code, text: message }),
  }))
  visit(document, {
    Alias: (_key, alias) => {
      const message = createFault('yaml_alias', null, { alias: alias.source })
      problems.push({ offset: alias.range?.[0] ?? 0, message })
    },
  })
  return problems
}
