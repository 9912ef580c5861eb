import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Document, isNode, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { AppError } from '../../domain/errors.ts'
import { Mapping } from '../../domain/mapping.ts'

interface Problem {
  /** Where in the file, counted in characters. */
  offset: number
  message: string
}

/** All mappings of a folder by their names, in the order of the names. */
export function loadMappings(folder: string): Map<string, Mapping> {
  const files = filesIn(folder).filter((file) => file.endsWith('.yaml'))
  const mappings = files.map((file) => {
    const yaml = readFileSync(path.join(folder, file), 'utf8')
    return parseMapping(yaml, path.join(folder, file))
  })
  mappings.sort((a, b) => (a.name < b.name ? -1 : 1))
  return new Map(mappings.map((mapping) => [mapping.name, mapping]))
}

/** A mapping that is exactly as its schema wants it; else an error that names file, line and reason. */
export function parseMapping(yaml: string, file: string): Mapping {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const refuse = (problems: Problem[]) => {
    const where = ({ offset }: Problem) =>
      `${file}, line ${Math.max(1, lines.linePos(offset).line)}`
    const reasons = problems.map((problem) => `${where(problem)}: ${problem.message}`)
    return new AppError('BAD_SETTING', reasons.join('\n'))
  }

  const mistakes = mistakesIn(document)
  if (mistakes.length > 0) throw refuse(mistakes)
  const { data: mapping, error } = Mapping.safeParse(document.toJS())
  if (!mapping) throw refuse(error.issues.map((issue) => toProblem(document, issue)))
  if (path.basename(file) !== `${mapping.name}.yaml`) {
    const message = `the file of this mapping must be called ${mapping.name}.yaml`
    throw refuse([{ offset: offsetOf(document, ['name']), message }])
  }
  return mapping
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

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw new AppError('BAD_SETTING', `The folder of mappings ${folder} cannot be read.`, { cause })
  }
}
