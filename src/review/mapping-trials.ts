import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Blobs } from '../blobs/blobs.ts'
import { deleteDraft, findDraft, insertDraft } from '../db/review/drafts.sql.ts'
import { rereadDraft } from '../db/jobs/rereads.sql.ts'
import { findSource } from '../db/jobs/sources.sql.ts'
import { CorrectableReading } from '../domain/review/change.ts'
import { toStoredMessage } from '../domain/messages/message.ts'
import { AppError, fault, toAppError } from '../domain/errors/app-error.ts'
import { parseJson } from '../domain/values/json.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Mapping } from '../domain/mapping/mapping.ts'
import { checkDocumentHead } from '../domain/document/document-format.ts'
import type { MappingSource, Trial } from '../domain/api/routes/mappings.ts'
import type { SandboxLintResult, Sandbox } from '../extraction/sandbox/sandbox.ts'
import { writeDraftFile } from '../intake/mapping-drafts.ts'
import { convertImage } from '../intake/open-staged.ts'
import { type Form, type FormPart, parseParams, readForm } from '../intake/upload-form.ts'
import { loadOwnedJob } from '../jobs/owned-jobs.ts'
import { commitWithRereads, type RereadDeps } from '../queue/reread.ts'
import type { TrialSlots } from './trial-slots.ts'
import type { Scratch } from '../blobs/scratch.ts'
import { maxReportedFaults } from '../domain/errors/invalid-fields.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface TrialDeps extends RereadDeps {
  blobs: Blobs
  scratch: Scratch
  mappings: ReadonlyMap<string, Mapping>
  /** Folder of the built-in mappings. */
  mappingFolder: string
  maxUploadBytes: number
  /** Tests mappings in a child process, because they are untrusted. */
  trier: Pick<Sandbox, 'lint' | 'explain' | 'extract' | 'learn' | 'convert'>
}

/** Returns the YAML of a built-in mapping, or of the latest version of a draft. */
export async function loadMappingSource(deps: TrialDeps, name: string): Promise<MappingSource> {
  if (deps.mappings.has(name)) {
    const yaml = await readFile(path.join(deps.mappingFolder, `${name}.yaml`), 'utf8')
    return { name, yaml, is_draft: false, version: null, saved_by: null, saved_at: null }
  }
  const [draft] = await findDraft(deps.db, name, null)
  if (draft) return { ...draft, is_draft: true }
  throw new AppError('NOT_FOUND', createDetail('mapping_not_found', { mapping: name }))
}

/**
 * Saves a mapping under its name. Rejects a mapping with errors, and lists them with line numbers. Requeues documents
 * that were read with an earlier version and need review.
 */
export async function saveDraft(
  deps: TrialDeps,
  draft: { name: string; yaml: string; saved_by: string },
): Promise<MappingSource> {
  const { name } = draft
  if (deps.mappings.has(name)) {
    throw new AppError(
      'READ_ONLY',
      createDetail('mapping_built_in', { mapping: name, free: findFreeName(name) }),
    )
  }
  const { findings } = await lint(deps, draft)
  const mistakes = findings.filter(({ severity }) => severity === 'error')
  if (mistakes.length > 0) throw createMappingError(mistakes)
  const saved = await commitWithRereads(deps, async (tx, reread) => {
    const [inserted] = await insertDraft(tx, draft)
    if (!inserted) throw new AppError('CHANGED_MEANWHILE')
    await reread(() => rereadDraft(tx, inserted))
    return inserted
  })
  return { ...saved, is_draft: true }
}

export async function removeDraft({ db, mappings }: TrialDeps, name: string): Promise<void> {
  if (mappings.has(name)) {
    throw new AppError('READ_ONLY', createDetail('mapping_built_in', { mapping: name, free: null }))
  }
  const [gone] = await deleteDraft(db, name)
  if (!gone) throw new AppError('NOT_FOUND', createDetail('draft_not_found', { mapping: name }))
}

function findFreeName(name: string): string {
  return name.replace(/\d+$/, (number) => String(Number(number) + 1))
}

function lint(
  { scratch, trier }: TrialDeps,
  draft: { name: string; yaml: string },
): Promise<SandboxLintResult> {
  return scratch.use(async (folder) => trier.lint(await writeDraftFile(folder, draft)))
}

export function createMappingError(mistakes: SandboxLintResult['findings']): AppError {
  const errors = mistakes
    .slice(0, maxReportedFaults)
    .map((one) => fault(`/${one.line}/${one.column}`, one))
  const shown = mistakes.slice(0, 5).map((one) => ({ line: one.line, ...toStoredMessage(one) }))
  const params = { mistakes: shown, more: mistakes.length - shown.length }
  return new AppError('INVALID_MAPPING', createDetail('mapping_mistakes', params), { errors })
}

const Fields = z.strictObject({
  yaml: z.string().optional(),
  job_id: z.uuid().optional(),
  params: z.string().optional(),
})

interface TryDeps extends TrialDeps {
  log: Log
  slots: Pick<TrialSlots, 'forTrial'>
}

/**
 * Reads a document with a stored or given mapping, without storing anything. Reports the errors in the mapping, the
 * reading, and how each value was found.
 */
export function tryMapping(
  deps: TryDeps,
  ownerId: string,
  name: string,
  parts: AsyncIterable<FormPart>,
): Promise<Trial> {
  return deps.scratch.use(async (folder) => {
    const form = await readForm(parts, {
      newFile: () => path.join(folder, 'upload.pdf'),
      maxBytes: deps.maxUploadBytes,
      maxItems: 1,
      acceptsUrls: false,
      validateHead: checkDocumentHead,
    })
    return deps.slots.forTrial(() => tryForm(deps, { ownerId, name, form, folder }))
  })
}

async function tryForm(
  deps: TryDeps,
  { ownerId, name, form, folder }: { ownerId: string; name: string; form: Form; folder: string },
): Promise<Trial> {
  const fields = Fields.safeParse(form.fields)
  if (!fields.success) {
    throw new AppError('INVALID_REQUEST', createDetail('trial_fields', {}))
  }
  const yaml = fields.data.yaml ?? (await loadMappingSource(deps, name)).yaml
  const mapping_file = await writeDraftFile(folder, { name, yaml })
  const { mapping, lines, findings } = await deps.trier.lint(mapping_file)
  const linted = { lines, ...limitFindings(findings) }
  if (!mapping) return { ...linted, explanation: null, reading: null, pages: [] }
  const file = await findDocument(deps, ownerId, form, fields.data.job_id, folder)
  if (mapping.reader === 'invoice') {
    const { reading, pages, ...explained } = await deps.trier.explain({ file, mapping_file })
    const steps = explained.steps.map((step) => ({ ...step }))
    return { ...linted, explanation: { ...explained, steps }, reading, pages }
  }
  const params = parseParams(mapping, fields.data.params)
  const task = { file, folder, mapping: name, mapping_file, params }
  const { outputs } = await deps.trier.extract(task, {})
  const pages = await loadDrawnPages(deps, { file, mapping_file })
  return { ...linted, explanation: null, reading: await readCorrectable(outputs), pages }
}

/** Limits the response size, because a 64 KB mapping can have thousands of errors. */
function limitFindings(
  all: SandboxLintResult['findings'],
): Pick<Trial, 'findings' | 'more_findings'> {
  const findings = all.slice(0, maxReportedFaults)
  return { findings, more_findings: all.length - findings.length }
}

async function findDocument(
  { db, blobs, log, trier }: TrialDeps & { log: Log },
  ownerId: string,
  { items: [item] }: Form,
  jobId: string | undefined,
  folder: string,
): Promise<string> {
  if (item && 'error' in item) throw item.error
  if (item && 'upload' in item) {
    const newFile = () => path.join(folder, 'converted.pdf')
    return (await convertImage(trier, item.upload.staged, { newFile })).file
  }
  if (jobId === undefined) {
    throw new AppError('NO_FILE', createDetail('trial_without_document', {}))
  }
  const job = await loadOwnedJob(db, log, ownerId, jobId)
  const [source] = await findSource(db, job.id)
  if (!source?.upload_key || source.is_deleted) throw new AppError('SOURCE_GONE')
  return blobs.localCopy(source.upload_key, folder)
}

/** Loads the pages with their words. A scanned page has no words. */
async function loadDrawnPages(
  { trier }: TrialDeps,
  task: { file: string; mapping_file: string },
): Promise<Trial['pages']> {
  try {
    return (await trier.explain(task)).pages
  } catch (error) {
    if (toAppError(error).code === 'NO_TEXT') return []
    throw error
  }
}

/** Loads the reading, unless it is plain text. */
async function readCorrectable(
  outputs: { format: string; file: string }[],
): Promise<CorrectableReading | null> {
  const json = outputs.find(({ format }) => format === 'json')
  if (!json) return null
  const parsed = CorrectableReading.safeParse(parseJson(await readFile(json.file, 'utf8')))
  return parsed.data ?? null
}
