import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inspect } from 'node:util'
import { type AppError, toAppError } from '../../domain/errors/errors.ts'
import { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { summaryOf } from '../../domain/job/summary.ts'
import { asStorageError } from '../../domain/errors/system-error.ts'
import { extract, probe } from '../extract.ts'
import { withOwnerTables, type OwnerTables } from '../reference-data/owner-tables.ts'
import { loadEngine } from '../pdf/engine.ts'
import { packSheet, type Sheet, unpackSheet } from '../heat-sheet/stored-sheet.ts'
import {
  type ReferenceData,
  type ReferenceDataFiles,
  loadReferenceData,
} from '../reference-data/reference-data.ts'
import { explainPdf } from '../mapping/explain.ts'
import { lintMapping } from '../mapping/lint.ts'
import { sheetFromAnswers } from '../llm/sheet-from-answers.ts'
import { prepareQuestions } from '../llm/prepare-questions.ts'
import { parseMapping } from '../mapping/load.ts'
import { mergeInvoices } from '../outputs/invoice.ts'
import { rewrite } from '../outputs/rewrite-outputs.ts'
import { type Output, toOutput } from '../outputs/write-outputs.ts'
import { writeReading } from '../outputs/write-reading.ts'
import type {
  ExtractTask,
  Failure,
  FileTask,
  LintResult,
  OutputFile,
  OwnFile,
  Probed,
  ProbeResult,
  Reply,
  Results,
  SandboxResult,
  Task,
} from './messages.ts'

// The entry of a child process. It reads PDFs that may be hostile, so it holds no secret and may be
// killed at any moment. It ends when its parent is gone: here if idle, else by the kernel (process.ts).
process.on('disconnect', () => process.exit())
process.on('message', (task: Task) => void run(task).then(send))

// With its engine loaded: a task is not charged for that.
void loadEngine()
  .catch(() => undefined)
  .then(() => send({ kind: 'up' }))

// Ctrl-C and service managers signal every process of the group; when to stop, the parent decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

async function run(task: Task): Promise<Reply> {
  try {
    const result = task.kind === 'probe' ? await probeAll(task.files) : await resultOf(task)
    return { kind: 'done', result }
  } catch (thrown) {
    return failureOf(thrown)
  }
}

function failureOf(thrown: unknown): Failure {
  const { code, message, errors, cause: reason } = diskError(thrown) ?? toAppError(thrown)
  const cause = reason === undefined ? null : inspect(reason)
  return { kind: 'failed', code, message, cause, errors }
}

async function probeAll(files: string[]): Promise<Probed[]> {
  const outcomes: Probed[] = []
  for (const file of files) outcomes.push(await probeOne(file).catch(failureOf))
  return outcomes
}

async function probeOne(file: string): Promise<ProbeResult> {
  return probe(readFileSync(file))
}

async function resultOf(task: FileTask): Promise<Results[FileTask['kind']]> {
  // At once: nobody else waits for this process, and four trips to another thread take six times as long.
  const bytes = readFileSync(task.file)
  switch (task.kind) {
    case 'extract':
      return extractFrom(bytes, task)
    case 'transcribe': {
      const { pages, questions } = await prepareQuestions(bytes, knowledgeOf(task.knowledge))
      const transcript_file = path.join(task.folder, `${randomUUID()}.pages`)
      await writeFile(transcript_file, JSON.stringify(pages))
      return { questions, transcript_file }
    }
    case 'write': {
      const { outputs, review_reasons } = writeReading(
        bytes.toString(),
        knowledgeOf(task.knowledge),
      )
      return { review_reasons, outputs: await writeOutputs(task.folder, outputs) }
    }
    case 'merge': {
      const lines = bytes.toString().split('\n').filter(Boolean)
      const invoices = lines.map((line) => InvoiceReading.parse(JSON.parse(line)))
      const own = task.own && (await ownTables(task.own))
      const xml = mergeInvoices(invoices, 'xml', withOwnerTables(knowledgeOf(task.knowledge), own))
      return writeOutput(task.folder, toOutput('xml', xml))
    }
    case 'rewrite': {
      const { knowledge, own, ...order } = task
      const tables = own && (await ownTables(own))
      const rewritten = rewrite(bytes.toString(), knowledgeOf(knowledge), tables, {
        ...order,
        made_at: new Date(),
      })
      const { outputs, reading, review_reasons, made, lessons } = rewritten
      return {
        review_reasons,
        summary: summaryOf(reading),
        made,
        lessons,
        outputs: await writeOutputs(task.folder, outputs),
      }
    }
    case 'lint':
      return lintFrom(bytes.toString(), task.file)
    case 'explain': {
      const mapping = parseMapping(await readFile(task.mapping_file, 'utf8'), task.mapping_file)
      const { mappings } = knowledgeOf(task.knowledge)
      return explainPdf(bytes, mapping, mappings)
    }
  }
}

function lintFrom(yaml: string, file: string): LintResult {
  const { mapping, ...lint } = lintMapping(yaml, file)
  if (!mapping) return { ...lint, mapping: null }
  const { name, title, description, params, outputs, reader } = mapping
  return { ...lint, mapping: { name, title, description, params, outputs, reader } }
}

async function extractFrom(
  pdf: Buffer,
  task: Extract<Task, { kind: 'extract' }>,
): Promise<SandboxResult> {
  const { mapping, params, folder } = task
  const knowledge = await withMapping(knowledgeOf(task.knowledge), task.mapping_file)
  const kept = await sheetOf(task, knowledge)
  const options = { params, made_at: new Date(), onProgress: sendProgress, sheet: kept }
  const extraction = await extract(pdf, mapping, knowledge, options)
  const { outputs, reading, sheet, ...facts } = extraction
  return {
    ...facts,
    summary: summaryOf(reading),
    outputs: await writeOutputs(folder, outputs),
    ...(task.keep_program && sheet && { program_file: await keepSheet(folder, sheet) }),
  }
}

/** What is known of the document without reading it here and now. */
async function sheetOf(task: ExtractTask, knowledge: ReferenceData): Promise<Sheet | undefined> {
  const { program_file, answers, mapping } = task
  if (program_file !== undefined) return unpackSheet(await readFile(program_file))
  if (answers === undefined) return undefined
  const pages = JSON.parse(await readFile(answers.transcript_file, 'utf8')) as Page[]
  return sheetFromAnswers(pages, answers.answers, mapping, knowledge)
}

async function withMapping(
  knowledge: ReferenceData,
  file: string | undefined,
): Promise<ReferenceData> {
  if (file === undefined) return knowledge
  const mapping = parseMapping(await readFile(file, 'utf8'), file)
  return { ...knowledge, mappings: new Map([...knowledge.mappings, [mapping.name, mapping]]) }
}

let loaded: { files: string; knowledge: ReferenceData } | undefined

/** Loaded at the first task: a child is asked with the same files for as long as it lives. */
function knowledgeOf(files: ReferenceDataFiles): ReferenceData {
  const key = JSON.stringify(files)
  if (loaded?.files !== key) loaded = { files: key, knowledge: loadReferenceData(files) }
  return loaded.knowledge
}

let kept: { key: string; tables: OwnerTables } | undefined

/** Read again only where another owner, or a newer version, is asked for. */
async function ownTables({ file, key }: OwnFile): Promise<OwnerTables> {
  if (kept?.key !== key) kept = { key, tables: JSON.parse(await readFile(file, 'utf8')) }
  return kept.tables
}

function writeOutputs(folder: string, outputs: Output[]): Promise<OutputFile[]> {
  return Promise.all(outputs.map((output) => writeOutput(folder, output)))
}

async function writeOutput(folder: string, { format, content_type, body }: Output) {
  const file = path.join(folder, `${randomUUID()}.${format}`)
  await writeFile(file, body)
  return { format, content_type, file, bytes: Buffer.byteLength(body) }
}

async function keepSheet(folder: string, sheet: Sheet): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.program`)
  await writeFile(file, packSheet(sheet))
  return file
}

function sendProgress(done: number, total: number, scans: number): void {
  send({ kind: 'progress', done, total, scans })
}

function send(reply: Reply): void {
  process.send?.(reply)
}

/** Trouble with our own disk is no fault of the document. */
function diskError(thrown: unknown): AppError | undefined {
  const isDisk = thrown instanceof Error && 'syscall' in thrown && 'code' in thrown
  return isDisk ? asStorageError(thrown) : undefined
}
