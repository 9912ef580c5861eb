import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Mapping } from '../domain/mapping/mapping.ts'
import { parseJson } from '../domain/values/json.ts'
import type { Explanation } from '../extraction/mapping/explain.ts'
import { type Lint, lintMapping } from '../extraction/mapping/lint.ts'
import { loadMappings } from '../extraction/mapping/load.ts'
import { alignColumns } from './explain/align-columns.ts'
import { explanationText } from './explain/explain-text.ts'
import { packageFolder, errorMessage, requirePdf, describeError, withReaders } from './readers.ts'
import { UsageError } from './usage.ts'
import { replaceFile } from './write.ts'

const folder = path.join(packageFolder, 'mappings')

export interface JsonOption {
  json?: boolean
}

/** Prints the available mappings. */
export function listMappings({ json }: JsonOption): number {
  const mappings = [...loadMappings(folder).values()]
  const facts = mappings.map(({ name, title, reader, outputs }) => ({
    name,
    title,
    reader,
    outputs,
  }))
  const rows = facts.map(({ name, outputs, title }) => [name, outputs.join(' '), title])
  print(json ? toJson(facts) : alignColumns(rows, '').join('\n'))
  return 0
}

/** Prints a mapping's YAML. */
export function showMapping(name: string): number {
  const known = [...loadMappings(folder).keys()]
  if (!known.includes(name)) {
    throw new UsageError(`Unknown mapping "${name}". Available: ${known.join(', ')}.`)
  }
  print(readFileSync(path.join(folder, `${name}.yaml`), 'utf8').trimEnd())
  return 0
}

interface Trial {
  file: string
  explanation?: Explanation
  error?: string
}

/** Checks a mapping and reads PDFs with it. Exit code 0 if there are no errors, otherwise 1. */
export async function checkMapping(
  file: string,
  pdfs: string[],
  options: JsonOption,
): Promise<number> {
  const lint = lintMapping(readMapping(file), file)
  const trials = lint.mapping ? await tryAll(file, pdfs) : []
  const mistakes = lint.findings.filter(({ severity }) => severity === 'error')
  const { mapping: _, ...linted } = lint
  if (options.json) print(toJson({ file, ...linted, documents: trials }))
  else print([...lintText(file, lint), ...trials.flatMap(trialText)].join('\n'))
  if (mistakes.length > 0 && pdfs.length > 0 && !options.json) {
    process.stderr.write('docket: No PDF was read because the mapping has errors.\n')
  }
  return mistakes.length === 0 && trials.every(isClean) ? 0 : 1
}

function readMapping(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read mapping ${file}: ${errorMessage(error)}`)
  }
}

async function tryAll(mappingFile: string, pdfs: string[]): Promise<Trial[]> {
  if (pdfs.length === 0) return []
  return withReaders({ folder: packageFolder }, (sandbox) =>
    Promise.all(
      pdfs.map(async (file): Promise<Trial> => {
        try {
          await requirePdf(file)
          const task = { file: path.resolve(file), mapping_file: path.resolve(mappingFile) }
          const { pages: _, ...explanation } = await sandbox.explain(task)
          return { file, explanation }
        } catch (error) {
          return { file, error: describeError(error) }
        }
      }),
    ),
  )
}

/** True if only this mapping matches and every check passed. */
function isClean({ explanation }: Trial): boolean {
  if (!explanation) return false
  const { matches, also_claimed_by, reading } = explanation
  const isRecognised = matches.every(({ found }) => found) && also_claimed_by.length === 0
  return isRecognised && !reading?.review.needed
}

function lintText(file: string, { lines, findings, mapping }: Lint): string[] {
  const mistakes = findings.filter(({ severity }) => severity === 'error').length
  const count = mistakes === 0 ? 'no errors' : mistakes === 1 ? '1 error' : `${mistakes} errors`
  const rows = findings.map(({ line, column, severity, message }) => [
    `line ${line}, column ${column}`,
    severity,
    message,
  ])
  return [`${file}: ${lines} lines, ${count}${readerText(mapping)}`, ...alignColumns(rows, '  ')]
}

const readings: Record<Mapping['reader'], string> = {
  text: 'text',
  invoice: 'invoices',
  generic: 'invoices',
  embedded: 'invoices',
  heat_sheet: 'heat sheets',
}

function readerText(mapping: Mapping | undefined): string {
  return mapping ? `; reads ${readings[mapping.reader]}` : ''
}

function trialText({ file, explanation, error }: Trial): string[] {
  if (!explanation) return ['', `${file}: ${error}`]
  const { page_count } = explanation
  const pages = page_count === 1 ? '1 page' : `${page_count} pages`
  return ['', `${file}: ${pages}`, ...explanationText(explanation)]
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export interface LearnOptions {
  out?: string
}

interface Example {
  file: string
  reading: unknown
}

/** Learns a mapping from PDFs and their corrected readings. Exit code 0 if a mapping was learned, otherwise 1. */
export async function learnMapping(files: string[], { out }: LearnOptions): Promise<number> {
  const examples = await loadExamples(files)
  return withReaders({ folder: packageFolder }, async (sandbox, folder) => {
    try {
      for (const { file } of examples) await requirePdf(file)
      const order = path.join(folder, 'order.json')
      await writeFile(order, JSON.stringify({ name: requestedName(out), examples }))
      const { yaml, title } = await sandbox.learn(order)
      if (out === undefined) process.stdout.write(yaml)
      else await replaceFile(out, (partial) => writeFile(partial, yaml))
      process.stderr.write(`docket: Learned "${title}".\n`)
      return 0
    } catch (error) {
      process.stderr.write(`docket: ${describeError(error)}\n`)
      return 1
    }
  })
}

/** Loads pairs of a PDF and its reading in JSON. */
async function loadExamples(files: string[]): Promise<Example[]> {
  if (files.length % 2 !== 0) {
    throw new UsageError('Pass each PDF with its reading: invoice.pdf reading.json …')
  }
  const pairs = files.flatMap((file, index) =>
    index % 2 === 0 ? [[file, files[index + 1] ?? '']] : [],
  )
  return Promise.all(
    pairs.map(async ([pdf = '', json = '']) => ({
      file: path.resolve(pdf),
      reading: await loadReading(json),
    })),
  )
}

async function loadReading(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`Cannot read ${file}: ${errorMessage(error)}`)
  })
  const reading = parseJson(text)
  if (reading === undefined) throw new UsageError(`${file} is not JSON.`)
  return reading
}

/** Uses the file name if it is a valid mapping name. */
function requestedName(out: string | undefined): string | undefined {
  const name = path.basename(out ?? '', path.extname(out ?? ''))
  return /^[a-z][a-z0-9_]*_v\d+$/.test(name) ? name : undefined
}
