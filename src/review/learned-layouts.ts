import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Blobs } from '../blobs/blobs.ts'
import { decompressedCopy } from '../blobs/compression.ts'
import type { Scratch } from '../blobs/scratch.ts'
import type { Db } from '../db/db.ts'
import { rereadAutomatic } from '../db/jobs/rereads.sql.ts'
import { findSource } from '../db/jobs/sources.sql.ts'
import { lockDirectoryChanges, raiseDirectoryVersion } from '../db/review/directory.sql.ts'
import { findReading } from '../db/review/readings.sql.ts'
import {
  deleteLearnedLayout,
  insertLearnedLayout,
  type LayoutExample,
  type LearnedLayoutRow,
  listLearnedLayouts,
} from '../db/review/learned-layouts.sql.ts'
import type { LayoutOffer, LearnedLayout } from '../domain/api/routes/layouts.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { Job } from '../domain/job/job.ts'
import type { Mapping } from '../domain/mapping/mapping.ts'
import type { Log } from '../domain/ports/log.ts'
import { parseReading } from '../domain/review/parse-reading.ts'
import type { FieldsReading } from '../domain/fields/fields-reading.ts'
import { toLayoutName } from '../extraction/learn/layout-name.ts'
import type { LearnedMapping } from '../extraction/learn/learn-from-files.ts'
import { createMappingError, type TrialDeps } from './mapping-trials.ts'
import { loadOwnedJob } from '../jobs/owned-jobs.ts'
import { commitWithRereads, type RereadDeps } from '../queue/reread.ts'
import { requireResult } from '../results/downloads.ts'

export interface LayoutDeps extends RereadDeps {
  blobs: Blobs
  scratch: Scratch
  mappings: ReadonlyMap<string, Mapping>
  /** Learns in a child process, because documents are untrusted. */
  trier: TrialDeps['trier']
  log: Log
}

/**
 * Learns a layout from an approved invoice and earlier invoices from its sender, or labels from corrected custom
 * fields, without storing it.
 */
export async function offerLayout(
  deps: LayoutDeps,
  ownerId: string,
  jobId: string,
): Promise<LayoutOffer> {
  const collected = await collectExamples(deps, ownerId, jobId)
  const { seller, name, known, examples } = collected
  const offer = {
    name,
    seller,
    document_count: examples.length,
    is_refinement: known !== undefined,
  }
  if (known?.examples.some((it) => it.job_id === jobId))
    return { ...offer, yaml: known.yaml, is_saved: true }
  const { yaml } = collected.learned ?? (await learn(deps, name, examples))
  return { ...offer, yaml, is_saved: false }
}

/** Stores the layout, so that `auto` uses it to read later documents from the sender. */
export async function acceptLayout(
  deps: LayoutDeps,
  ownerId: string,
  jobId: string,
): Promise<LearnedLayout> {
  const { name, examples, learned } = await collectExamples(deps, ownerId, jobId)
  const { title, yaml } = learned ?? (await learn(deps, name, examples))
  const row = { name, title, yaml, is_edited: false, examples }
  const [saved] = await changeLayouts(deps, ownerId, (tx) => insertLearnedLayout(tx, ownerId, row))
  if (!saved) throw new AppError('CHANGED_MEANWHILE')
  deps.log.info({ job_id: jobId, layout: name, version: saved.version }, 'layout learned')
  return toResponse(saved)
}

export async function listOwnedLayouts(
  { db }: LayoutDeps,
  ownerId: string,
): Promise<LearnedLayout[]> {
  return (await listLearnedLayouts(db, ownerId)).map(toResponse)
}

/** Stores a user's change as the next version. Docket never replaces a version that a user edited. */
export async function saveLayout(
  deps: LayoutDeps,
  ownerId: string,
  { name, yaml }: { name: string; yaml: string },
): Promise<LearnedLayout> {
  const known = await requireLayout(deps, ownerId, name)
  const { mapping, findings } = await deps.scratch.use(async (folder) => {
    const file = path.join(folder, `${name}.yaml`)
    await writeFile(file, yaml)
    return deps.trier.lint(file)
  })
  if (!mapping) throw createMappingError(findings.filter(({ severity }) => severity === 'error'))
  const row = { ...known, title: mapping.title, yaml, is_edited: true }
  const [saved] = await changeLayouts(deps, ownerId, (tx) => insertLearnedLayout(tx, ownerId, row))
  if (!saved) throw new AppError('CHANGED_MEANWHILE')
  return toResponse(saved)
}

export async function removeLayout(deps: LayoutDeps, ownerId: string, name: string): Promise<void> {
  const [gone] = await changeLayouts(deps, ownerId, (tx) => deleteLearnedLayout(tx, ownerId, name))
  if (!gone) throw new AppError('NOT_FOUND', createDetail('layout_not_found', { layout: name }))
}

/**
 * Changes layouts, and requeues the owner's invoices that need review, so that the changed layouts are applied to them.
 */
function changeLayouts<Row>(
  deps: LayoutDeps,
  ownerId: string,
  change: (tx: Db) => Promise<Row[]>,
): Promise<Row[]> {
  return commitWithRereads(deps, async (tx, reread) => {
    await lockDirectoryChanges(tx, ownerId)
    const changed = await change(tx)
    if (changed.length === 0) return changed
    await raiseDirectoryVersion(tx, ownerId)
    await reread(() => rereadAutomatic(tx, ownerId))
    return changed
  })
}

async function requireLayout(
  { db }: LayoutDeps,
  ownerId: string,
  name: string,
): Promise<LearnedLayoutRow> {
  const known = (await listLearnedLayouts(db, ownerId)).find((it) => it.name === name)
  if (known) return known
  throw new AppError('NOT_FOUND', createDetail('layout_not_found', { layout: name }))
}

interface CollectedExamples {
  seller: string
  name: string
  known: LearnedLayoutRow | undefined
  /** The document, and earlier invoices from its sender. */
  examples: LayoutExample[]
  /**
   * Mapping learned from custom fields. It is learned before searching for earlier examples, because learning finds the
   * sender.
   */
  learned?: LearnedMapping
}

/** Collects the examples. Throws for documents from which no layout can be learned. */
async function collectExamples(
  deps: LayoutDeps,
  ownerId: string,
  jobId: string,
): Promise<CollectedExamples> {
  const job = await loadOwnedJob(deps.db, deps.log, ownerId, jobId)
  requireResult(job)
  const reading = await loadApprovedReading(deps, job)
  const layouts = await listLearnedLayouts(deps.db, ownerId)
  if (reading.kind === 'fields') return learnCustomFields(deps, jobId, reading, layouts)
  requireLearnable(deps, job, layouts)
  const seller = reading.seller.name
  if (!seller) throw new AppError('NOT_LEARNED', createDetail('learn_sender_unknown', {}))
  const name = createFreeName(toLayoutName(seller), deps.mappings)
  const known = layouts.find((it) => it.name === name)
  requireUnedited(known)
  const earlier = (known?.examples ?? []).filter((it) => it.job_id !== jobId)
  return {
    seller,
    name,
    known,
    examples: [...earlier, { job_id: jobId, reading: toValues(reading) }],
  }
}

function requireUnedited(known: LearnedLayoutRow | undefined): void {
  if (known?.is_edited)
    throw new AppError('NOT_LEARNED', createDetail('learn_edited', { layout: known.name }))
}

/**
 * Learns labels from a single document, because the layout contains the labels of all values that a user corrected.
 * Labels learned from earlier examples are kept.
 */
async function learnCustomFields(
  deps: LayoutDeps,
  job_id: string,
  { schema, data, evidence }: FieldsReading,
  layouts: LearnedLayoutRow[],
): Promise<CollectedExamples> {
  const paths = Object.entries(evidence)
    .filter(([, { source }]) => source === 'human' || source === 'learned')
    .map(([path]) => path.replace(/^data\./, ''))
    .slice(0, maxOwnPaths)
  const example = { job_id, reading: { kind: 'fields', schema, data, paths } }
  const alone = await learn(deps, undefined, [example])
  const { name, sender: seller = '' } = alone
  if (deps.mappings.has(name))
    throw new AppError('NOT_LEARNED', createDetail('learn_described', { mapping: name }))
  const known = layouts.find((it) => it.name === name)
  requireUnedited(known)
  const earlier = (known?.examples ?? []).filter((it) => it.job_id !== job_id)
  const isCorrected = Object.values(evidence).some(({ source }) => source === 'human')
  // A document that needs no corrections with this layout adds nothing to learn.
  if (known && !isCorrected)
    return { seller, name, known: { ...known, examples: [...earlier, example] }, examples: earlier }
  const examples = [...earlier, example]
  const learned = earlier.length === 0 ? alone : await learn(deps, name, examples)
  return { seller, name, known, examples, learned }
}

const maxOwnPaths = 1000

async function loadApprovedReading(
  { db, blobs, scratch }: LayoutDeps,
  { id }: Job,
): Promise<InvoiceReading | FieldsReading> {
  const [found] = await findReading(db, id)
  if (!found?.key) throw new AppError('NO_READING')
  const { key, approved_at } = found
  if (approved_at === null)
    throw new AppError('NOT_LEARNED', createDetail('learn_not_approved', {}))
  const json = await scratch.use(async (folder) =>
    readFile(await decompressedCopy(blobs, key, folder), 'utf8'),
  )
  const reading = parseReading(json)
  if (reading.kind !== 'invoice' && reading.kind !== 'fields') throw new AppError('NO_READING')
  const isScan = Object.values(reading.evidence).some(({ source }) => source === 'ocr')
  if (isScan) throw new AppError('NOT_LEARNED', createDetail('learn_scan', {}))
  return reading
}

/** Throws unless the document was read by the generic reader or with one of the owner's own layouts. */
function requireLearnable(
  { mappings }: LayoutDeps,
  { read_by, mapping }: Job,
  layouts: LearnedLayoutRow[],
): void {
  const name = read_by ?? mapping
  const isGeneric = mappings.get(name)?.reader === 'generic'
  if (isGeneric || layouts.some((it) => it.name === name)) return
  throw new AppError('NOT_LEARNED', createDetail('learn_described', { mapping: name }))
}

/** Returns a name that no built-in mapping uses. */
function createFreeName(name: string, mappings: ReadonlyMap<string, Mapping>): string {
  if (!mappings.has(name)) return name
  return createFreeName(
    name.replace(/\d+$/, (version) => String(Number(version) + 1)),
    mappings,
  )
}

/** Keeps only the values, because positions and checks belong to the document. */
function toValues({ number, date, currency, seller, buyer, lines, totals }: InvoiceReading) {
  return { number, date, currency, seller, buyer, lines, totals }
}

/** Learns in a child process from all examples whose documents are still stored. */
function learn(
  { db, blobs, scratch, trier }: LayoutDeps,
  name: string | undefined,
  examples: LayoutExample[],
): Promise<LearnedMapping> {
  return scratch.use(async (folder) => {
    const files = []
    for (const { job_id, reading } of examples) {
      const [source] = await findSource(db, job_id)
      if (!source?.upload_key || source.is_deleted) continue
      files.push({ file: await blobs.localCopy(source.upload_key, folder), reading })
    }
    if (files.length === 0) throw new AppError('SOURCE_GONE')
    const order = path.join(folder, 'order.json')
    await writeFile(order, JSON.stringify({ name, examples: files }))
    return trier.learn(order)
  })
}

function toResponse({ examples, ...row }: LearnedLayoutRow): LearnedLayout {
  return { ...row, document_count: examples.length }
}
