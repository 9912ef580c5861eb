import { createHash } from 'node:crypto'
import type { CheckedDocument, PreflightDocument } from '../../domain/coretax/preflight-result.ts'
import { filingRule } from '../../domain/coretax/filing-rules.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import type { Filing } from '../../domain/coretax/filing.ts'
import {
  type FilingCandidate,
  preflight,
  type PreflightOptions,
} from '../../domain/coretax/preflight.ts'
import type { Directory } from '../directory/directory.ts'
import type { Template } from '../formats/xml-template.ts'
import { renderCoretax } from './coretax-xml.ts'
import { findChangedValues } from './changed-values.ts'
import { toFiling } from './filing.ts'
import { hashFiling } from './hash-filing.ts'
import { filingMessages } from './review-filing.ts'

/** An invoice to be checked and written. */
export interface MergeCandidate extends Omit<FilingCandidate, 'filing' | 'messages'> {
  /**
   * Only this version, which the user saw, is written. Null if the user saw the file without this invoice. Undefined if
   * it is not known what the user saw. A confirmation then applies to what the check finds.
   */
  confirmed_version?: string | null | undefined
  /** Hash of the values in the latest file that contains the invoice, if any. */
  exported_hash?: string | undefined
}

export interface MergedDocument extends PreflightDocument {
  filed_hash: string
}

export interface MergeOptions extends PreflightOptions {
  /**
   * With `nothing`, only checks the invoices. With `all`, writes a file if all invoices are ready. With `ready`, omits
   * the invoices that are not.
   */
  write: 'nothing' | 'all' | 'ready'
}

export interface MergedFilings {
  documents: MergedDocument[]
  /** The file, or null if not all invoices are ready or the file would be empty. */
  xml: string | null
}

/** Checks invoices and writes those that are ready to one Coretax file, in order. */
export function mergeFilings(
  candidates: readonly MergeCandidate[],
  { directory, template }: { directory: Directory; template: Template },
  { write, ...options }: MergeOptions,
): MergedFilings {
  const checked = candidates.map((candidate) => {
    const { reading } = candidate
    const filing = toFiling(reading, directory)
    const filed_hash = hashFiling(filing)
    const messages = [
      ...filingMessages(reading, directory),
      ...findChangedValues(reading, directory),
      ...checkSinceExport(candidate, filed_hash),
    ]
    return { ...candidate, filing, filed_hash, messages }
  })
  const documents = withVersions(checked, options).map((document, index) => ({
    ...document,
    filed_hash: checked[index]?.filed_hash ?? '',
  }))
  const ready = candidates.filter((_, index) => documents[index]?.status === 'ready')
  const isAllowed = write === 'ready' || (write === 'all' && ready.length === candidates.length)
  if (!isAllowed || ready.length === 0) return { documents, xml: null }
  const readings = ready.map(({ reading }) => reading)
  return { documents, xml: renderCoretax(readings, directory, template) }
}

/** Reports an exported invoice that would now be filed with other values. */
function checkSinceExport({ exported, exported_hash }: MergeCandidate, hash: string): Message[] {
  if (!exported || exported_hash === undefined || exported_hash === hash) return []
  return [message('filing_changed_since_export', null, { file: exported.file })]
}

interface CheckedFiling {
  document: CheckedDocument
  filing: Filing | undefined
}

/** Checks the documents. Withholds those that have changed or become ready since the user saw them. */
function withVersions(
  candidates: readonly (MergeCandidate & FilingCandidate)[],
  options: PreflightOptions,
): PreflightDocument[] {
  const unconfirmed = candidates.map((one) => ({ ...one, is_confirmed: false }))
  const versions = preflight(unconfirmed, options).map((document, index) =>
    computeVersion({ document, filing: candidates[index]?.filing }),
  )
  const confirmed = candidates.map(({ is_confirmed, confirmed_version, ...one }, index) => {
    const isSame = confirmed_version === undefined || confirmed_version === versions[index]
    return { ...one, is_confirmed: is_confirmed && isSame }
  })
  return preflight(confirmed, options).map((document, index) => {
    const version = versions[index] ?? ''
    const seen = candidates[index]?.confirmed_version
    const isUnseen = seen === null ? document.status === 'ready' : (seen ?? version) !== version
    return { ...(isUnseen ? withhold(document) : document), version }
  })
}

/** Keeps a document out of the file, because the user saw other values, even if the current values are certain. */
function withhold(document: CheckedDocument): CheckedDocument {
  const { code, path, params } = message('filing_changed_since_check', null, {})
  const rule = { code, path, params, message: code, ...filingRule(code), is_confirmed: false }
  const status = document.status === 'blocked' ? 'blocked' : 'confirm'
  return { ...document, status, rules: [...document.rules, rule] }
}

/**
 * Returns a hash of the filed values and the rules. Excludes rules with severity `info`, because their text may count
 * the days until a deadline.
 */
function computeVersion({ document, filing }: CheckedFiling): string {
  const rules = document.rules.filter(({ severity }) => severity !== 'info')
  const seen = JSON.stringify({ document: { ...document, rules }, filing })
  return createHash('sha256').update(seen).digest('hex').slice(0, 16)
}
