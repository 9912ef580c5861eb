import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Mapping } from '../../domain/mapping/mapping.ts'
import { parseJson } from '../../domain/values/json.ts'
import type { MappingExplanation } from '../../extraction/mapping/explain.ts'
import { type LintResult, lintMapping } from '../../extraction/mapping/lint.ts'
import { loadMappings } from '../../extraction/mapping/load.ts'
import { alignColumns } from '../io/align-columns.ts'
import { explanationText } from './explain/explain-text.ts'
import { describeError, errorMessage } from '../io/describe-error.ts'
import { requirePdf } from '../io/document-file.ts'
import { toCommandError } from '../io/report.ts'
import { packageFolder, readers, withSandbox } from './readers.ts'
import { toPdf } from './to-pdf.ts'
import { UsageError } from '../io/usage.ts'
import { note, type OutputOptions, printJson, printLine } from '../io/print.ts'
import { replaceFile } from '../io/destination.ts'

const folder = path.join(packageFolder, 'mappings')

/** Prints the available mappings. */
export function listMappings({ json }: OutputOptions): number {
  const mappings = [...loadMappings(folder).values()]
  const facts = mappings.map(({ name, title, reader, outputs }) => ({
    name,
    title,
    reader,
    outputs,
  }))
  const rows = facts.map(({ name, outputs, title }) => [name, outputs.join(' '), title])
  if (json) printJson(facts)
  else printLine(alignColumns(rows, '').join('\n'))
  return 0
}

/** Prints a mapping's YAML. */
export function showMapping(name: string, { json }: OutputOptions): number {
  const known = [...loadMappings(folder).keys()]
  if (!known.includes(name)) {
    throw new UsageError(`Unknown mapping "${name}". Available: ${known.join(', ')}.`)
  }
  const yaml = readFileSync(path.join(folder, `${name}.yaml`), 'utf8')
  if (json) printJson({ name, yaml })
  else printLine(yaml.trimEnd())
  return 0
}

interface Trial {
  file: string
  explanation?: MappingExplanation
  error?: string
}

/** Checks a mapping and uses it to read PDFs. The exit code is 0 if there are no errors, otherwise 1. */
export async function checkMapping(
  file: string,
  pdfs: string[],
  options: OutputOptions,
): Promise<number> {
  const lint = lintMapping(readMapping(file), file)
  const trials = lint.mapping ? await runTrials(file, pdfs) : []
  const mistakes = lint.findings.filter(({ severity }) => severity === 'error')
  const { mapping: _, ...linted } = lint
  if (options.json) printJson({ file, ...linted, documents: trials })
  else printLine([...lintText(file, lint), ...trials.flatMap(trialText)].join('\n'))
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

async function runTrials(mappingFile: string, pdfs: string[]): Promise<Trial[]> {
  if (pdfs.length === 0) return []
  return withSandbox({ folder: packageFolder }, readers, (sandbox, folder) =>
    Promise.all(
      pdfs.map(async (file): Promise<Trial> => {
        try {
          const pdf = await toPdf(sandbox, file, folder)
          const task = { file: pdf, mapping_file: path.resolve(mappingFile) }
          const { pages: _, ...explanation } = await sandbox.explain(task)
          return { file, explanation }
        } catch (error) {
          return { file, error: describeError(error) }
        }
      }),
    ),
  )
}

/** True if no other mapping matches and every check passed. */
function isClean({ explanation }: Trial): boolean {
  if (!explanation) return false
  const { matches, also_claimed_by, reading } = explanation
  const isRecognised = matches.every(({ found }) => found) && also_claimed_by.length === 0
  return isRecognised && !reading?.review.needed
}

function lintText(file: string, { lines, findings, mapping }: LintResult): string[] {
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
  fields: 'custom fields',
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

export interface LearnOptions extends OutputOptions {
  out?: string
}

interface Example {
  file: string
  reading: unknown
}

/** Learns a mapping from PDFs and their corrected readings. The exit code is 0 if it learned a mapping, otherwise 1. */
export async function learnMapping(files: string[], options: LearnOptions): Promise<number> {
  const { json } = options
  const out = options.out === '-' ? undefined : options.out
  const examples = await loadExamples(files)
  return withSandbox({ folder: packageFolder }, readers, async (sandbox, folder) => {
    try {
      for (const { file } of examples) await requirePdf(file)
      const order = path.join(folder, 'order.json')
      await writeFile(order, JSON.stringify({ name: requestedName(out), examples }))
      const { yaml, title } = await sandbox.learn(order)
      if (out !== undefined) await replaceFile(out, Buffer.from(yaml))
      else if (!json) process.stdout.write(yaml)
      if (json) printJson({ title, yaml, file: out ?? null })
      note(`docket: Learned "${title}".`, options)
      return 0
    } catch (error) {
      if (json) printJson({ error: toCommandError(error) })
      process.stderr.write(`docket: ${describeError(error)}\n`)
      return 1
    }
  })
}

/** Loads pairs of a PDF and its reading as JSON. */
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

/** Returns the output file's name, if it is a valid mapping name. */
function requestedName(out: string | undefined): string | undefined {
  const name = path.basename(out ?? '', path.extname(out ?? ''))
  return /^[a-z][a-z0-9_]*_v\d+$/.test(name) ? name : undefined
}
