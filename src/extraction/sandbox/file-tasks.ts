import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../domain/errors/app-error.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { summarise } from '../../domain/job/summary.ts'
import { findWithheldXml } from '../../domain/review/withheld-xml.ts'
import { extract } from '../extract.ts'
import { mergeOwnerTables, type OwnerTables } from '../reference-data/owner-tables.ts'
import { addInvoiceKey } from '../outputs/invoice-key.ts'
import { packSheet, type Sheet, unpackSheet } from '../heat-sheet/stored-sheet.ts'
import {
  type ReferenceData,
  type ReferenceDataFiles,
  openReferenceData,
} from '../reference-data/reference-data.ts'
import { learnFromFiles } from '../learn/learn-from-files.ts'
import type { OnProgress } from '../pdf/pages.ts'
import { explainPdf } from '../mapping/explain.ts'
import { lintMapping } from '../mapping/lint.ts'
import { buildSheetFromAnswers } from '../llm/sheet-from-answers.ts'
import { prepareQuestions } from '../llm/prepare-questions.ts'
import { parseMapping } from '../mapping/load.ts'
import { mergeFilings, type MergeCandidate } from '../coretax/merge-filings.ts'
import { rewriteOutputs } from '../outputs/rewrite-outputs.ts'
import type { Extraction } from '../outputs/extraction.ts'
import { toOutput } from '../outputs/write-outputs.ts'
import { convertReadingToXml } from '../outputs/convert-reading.ts'
import type {
  ExtractTask,
  FileTask,
  SandboxLintResult,
  MergeResult,
  OwnerTablesFile,
  Results,
  SandboxResult,
  Task,
  TranscribeResult,
} from './messages.ts'
import { decompress, writeOutput, writeOutputs } from './write-files.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

export interface TaskCallbacks {
  /** Called with each fsync of an output, which may finish after the task. */
  onSync: (syncing: Promise<void>) => void
  onProgress: OnProgress
}

/** Runs a task that reads or writes documents. */
export async function runFileTask(
  task: FileTask,
  output: TaskCallbacks,
): Promise<Results[FileTask['kind']]> {
  // Reads synchronously, because nothing else runs in this process and the async API takes six times as long.
  const bytes = readFileSync(task.file)
  switch (task.kind) {
    case 'extract':
      return runExtract(bytes, task, output)
    case 'transcribe':
      return runTranscribe(bytes, task)
    case 'write': {
      const { outputs, review_reasons } = convertReadingToXml(
        bytes.toString(),
        getReferenceData(task.reference_data),
        { is_confirmed: task.is_confirmed },
      )
      return {
        review_reasons,
        outputs: await writeOutputs(task.folder, outputs, undefined, output.onSync),
      }
    }
    case 'merge':
      return runMerge(bytes, task)
    case 'rewrite': {
      const { reference_data, own, form, ...order } = task
      const tables = own && (await getOwnerTables(own))
      const json = decompress(bytes).toString()
      const rewritten = rewriteOutputs(json, getReferenceData(reference_data), tables, {
        ...order,
        made_at: new Date(),
      })
      const { outputs, reading, review_reasons, made, lost, learned_corrections } = rewritten
      return {
        review_reasons,
        summary: addInvoiceKey(summarise(reading)),
        made,
        lost,
        learned_corrections,
        outputs: await writeOutputs(task.folder, outputs, form, output.onSync),
      }
    }
    case 'lint':
      return lint(bytes.toString(), task.file)
    case 'learn': {
      const { vocabulary } = getReferenceData(task.reference_data)
      return learnFromFiles(bytes.toString(), vocabulary)
    }
    case 'explain': {
      const mapping = parseMapping(await readFile(task.mapping_file, 'utf8'), task.mapping_file)
      return explainPdf(bytes, mapping, getReferenceData(task.reference_data))
    }
  }
}

async function runMerge(
  lines: Buffer,
  { own, folder, reference_data, ...options }: Extract<Task, { kind: 'merge' }>,
): Promise<MergeResult> {
  const candidates = lines.toString().split('\n').filter(Boolean)
  const tables = own && (await getOwnerTables(own))
  const { directory, templates } = mergeOwnerTables(getReferenceData(reference_data), tables)
  const { documents, xml } = mergeFilings(
    candidates.map((line) => JSON.parse(line) as MergeCandidate),
    { directory, template: templates.coretax },
    options,
  )
  return {
    documents,
    output: xml === null ? null : await writeOutput(folder, toOutput('xml', xml)),
  }
}

async function runTranscribe(
  pdf: Buffer,
  { folder, reference_data }: Extract<Task, { kind: 'transcribe' }>,
): Promise<TranscribeResult> {
  const { pages, questions } = await prepareQuestions(pdf, getReferenceData(reference_data))
  return { questions, transcript_file: await writePages(folder, pages) }
}

async function writePages(folder: string, pages: Page[]): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.pages`)
  await writeFile(file, JSON.stringify(pages))
  return file
}

async function loadPages(file: string): Promise<Page[]> {
  return JSON.parse(await readFile(file, 'utf8')) as Page[]
}

function lint(yaml: string, file: string): SandboxLintResult {
  const { mapping, ...lint } = lintMapping(yaml, file)
  if (!mapping) return { ...lint, mapping: null }
  const { name, title, description, params, outputs, reader } = mapping
  return { ...lint, mapping: { name, title, description, params, outputs, reader } }
}

async function runExtract(
  pdf: Buffer,
  task: Extract<Task, { kind: 'extract' }>,
  output: TaskCallbacks,
): Promise<SandboxResult> {
  const { mapping, params, folder } = task
  verifyHash(pdf, task.sha256)
  const referenceData = addLayouts(
    await addMapping(getReferenceData(task.reference_data), task.mapping_file),
    task.layout_files ?? [],
  )
  const cachedSheet = await loadSheet(task, referenceData)
  const { may_ask: mayAsk, replied, is_confirmed, is_single_invoice } = task
  const extraction = await extract(pdf, mapping, referenceData, {
    params,
    made_at: new Date(),
    onProgress: output.onProgress,
    sheet: cachedSheet,
    mayAsk,
    is_confirmed,
    is_single_invoice,
    replied: replied && { reply: replied.reply, pages: await loadPages(replied.pages_file) },
  })
  const { outputs, reading, sheet, question, ...facts } = extraction
  return {
    ...facts,
    summary: addInvoiceKey(summarise(reading)),
    outputs: await writeOutputs(folder, outputs, task.form, output.onSync),
    ...(task.keep_program && sheet && { program_file: await writeSheetFile(folder, sheet) }),
    ...(question && { question: await storeQuestion(folder, question) }),
    ...('filing' in reading && { withheld: findWithheldXml(reading.filing) }),
    ...('language_model' in reading && { language_model: reading.language_model }),
  }
}

/** Throws if the source differs from the upload, because a missing result is better than a wrong one. */
function verifyHash(pdf: Buffer, sha256: string | undefined): void {
  if (sha256 === undefined || createHash('sha256').update(pdf).digest('hex') === sha256) return
  throw new AppError('IO_ERROR', createDetail('stored_file_changed', {}))
}

async function storeQuestion(
  folder: string,
  { pages, ...question }: NonNullable<Extraction['question']>,
): Promise<NonNullable<SandboxResult['question']>> {
  return { ...question, pages_file: await writePages(folder, pages) }
}

/**
 * Loads the sheet from the cache or builds it from a language model's answers. Returns undefined if the PDF has to be
 * read.
 */
async function loadSheet(
  task: ExtractTask,
  referenceData: ReferenceData,
): Promise<Sheet | undefined> {
  const { program_file, answers, mapping } = task
  if (program_file !== undefined) return unpackSheet(await readFile(program_file))
  if (answers === undefined) return undefined
  const pages = await loadPages(answers.transcript_file)
  return buildSheetFromAnswers(pages, answers.answers, mapping, referenceData)
}

async function addMapping(
  referenceData: ReferenceData,
  file: string | undefined,
): Promise<ReferenceData> {
  if (file === undefined) return referenceData
  const mapping = parseMapping(await readFile(file, 'utf8'), file)
  return {
    ...referenceData,
    mappings: new Map([...referenceData.mappings, [mapping.name, mapping]]),
  }
}

/** Adds the owner's layouts. Skips layouts from an older version that are no longer valid. */
function addLayouts(referenceData: ReferenceData, files: string[]): ReferenceData {
  const layouts = files.flatMap(
    (file) => lintMapping(readFileSync(file, 'utf8'), file).mapping ?? [],
  )
  if (layouts.length === 0) return referenceData
  const mappings = [...referenceData.mappings.values(), ...layouts]
  return { ...referenceData, mappings: new Map(mappings.map((it) => [it.name, it])) }
}

let referenceDataCache: { files: string; referenceData: ReferenceData } | undefined

/** Loads the files for the first task. They do not change during the child's lifetime. */
function getReferenceData(files: ReferenceDataFiles): ReferenceData {
  const key = JSON.stringify(files)
  if (referenceDataCache?.files !== key)
    referenceDataCache = { files: key, referenceData: openReferenceData(files) }
  return referenceDataCache.referenceData
}

let ownerTablesCache: { key: string; tables: OwnerTables } | undefined

/** Reads the file again only if the owner or the version changes. */
async function getOwnerTables({ file, key }: OwnerTablesFile): Promise<OwnerTables> {
  if (ownerTablesCache?.key !== key)
    ownerTablesCache = { key, tables: JSON.parse(await readFile(file, 'utf8')) }
  return ownerTablesCache.tables
}

async function writeSheetFile(folder: string, sheet: Sheet): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.program`)
  await writeFile(file, packSheet(sheet))
  return file
}
