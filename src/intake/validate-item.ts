import { uuidv7 } from 'uuidv7'
import type { FileSource, UrlSource } from '../db/jobs/enqueue.sql.ts'
import { fault, AppError } from '../domain/errors/app-error.ts'
import { maxReportedFaults } from '../domain/errors/invalid-fields.ts'
import { cleanFilename } from '../domain/document/filename.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import { urlFilename } from '../fetch/response.ts'
import type { Guard } from '../fetch/guard.ts'
import { openStaged } from './open-staged.ts'
import type { FormItem, Upload } from './upload-form.ts'
import { sourceKey } from '../blobs/blob-keys.ts'
import type { StagedFile } from '../blobs/stage-upload.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface ValidateDeps {
  sandbox: Sandbox
  urlGuard: Guard
}

interface NamedItem {
  /** File name or URL, by which the client identifies the item. */
  name: string
}

/** An item that will become the job `id`. A staged file is not stored yet. */
export type AcceptedItem = NamedItem & { id: string; original_filename: string } & (
    | { source: FileSource; staged: StagedFile }
    | { source: UrlSource }
  )

export type RejectedItem = NamedItem & { error: AppError }

const maxNameLength = 500

interface ValidateOptions {
  newFile: () => string
  signal: AbortSignal
  /** Network that the upload came from. */
  client: string | undefined
  ownerId: string
}

/** Checks that each document opens and that each URL may be fetched. */
export function createItemValidator(
  { sandbox, urlGuard }: ValidateDeps,
  { ownerId, ...scratch }: ValidateOptions,
) {
  const opened = new Map<Upload, Promise<{ staged: StagedFile } | { thrown: unknown }>>()

  async function validateUpload(upload: Upload): Promise<AcceptedItem | RejectedItem> {
    const name = cleanFilename(upload.filename)
    const outcome = (await opened.get(upload)) ?? { staged: upload.staged }
    if ('thrown' in outcome) return { name, error: toItemError(outcome.thrown) }
    const id = uuidv7()
    const { staged } = outcome
    const { bytes, sha256 } = staged
    const source = { bytes, sha256, upload_key: sourceKey(id, ownerId) }
    return { name, id, original_filename: name, source, staged }
  }

  function validateUrl(url: string): AcceptedItem | RejectedItem {
    const name = url.slice(0, maxNameLength)
    try {
      const allowed = urlGuard.parse(url)
      const original_filename = cleanFilename(urlFilename(allowed))
      return { name, id: uuidv7(), original_filename, source: { source_url: allowed.href } }
    } catch (thrown) {
      return { name, error: toItemError(thrown) }
    }
  }

  return {
    /** Starts to open a staged file while later parts of the form are still arriving. */
    startOpening(upload: Upload): void {
      const opening = openStaged(sandbox, upload.staged, scratch).then(
        (staged) => ({ staged }),
        (thrown: unknown) => ({ thrown }),
      )
      opened.set(upload, opening)
    },
    async validate(item: FormItem): Promise<AcceptedItem | RejectedItem> {
      if ('upload' in item) return validateUpload(item.upload)
      if ('url' in item) return validateUrl(item.url)
      return { name: cleanFilename(item.filename), error: item.error }
    },
  }
}

/** Returns an error that concerns a single document. Rethrows an error that concerns the whole request. */
function toItemError(thrown: unknown): AppError {
  if (!(thrown instanceof AppError)) throw thrown
  const { status, retry } = thrown.rule
  if ((status < 500 && !retry) || thrown.code === 'READER_FAILED') return thrown
  throw thrown
}

/** Throws if no document is acceptable. The error states why the first documents were rejected. */
export function requireAnyAccepted(validated: (AcceptedItem | RejectedItem)[]): void {
  const rejected = validated.filter((one) => 'error' in one)
  if (rejected.length < validated.length) return
  const [first, ...others] = rejected
  if (!first) {
    throw new AppError('NO_FILE', createDetail('no_document', {}))
  }
  if (others.length === 0) throw first.error
  const documents = rejected
    .slice(0, maxReportedFaults)
    .map(({ name, error: { code, detail: known } }) => {
      const stored = known ? { code: known.code, params: known.params } : null
      return { name, error: { code, detail: stored } }
    })
  const more = rejected.length - documents.length
  const errors = documents.map((one, index) =>
    fault(`/items/${index}`, createDetail('document_unreadable', one)),
  )
  throw new AppError('NOTHING_TO_READ', createDetail('none_readable', { documents, more }), {
    errors,
  })
}

/** Returns the values that identify a document in the request's idempotency fingerprint. */
export function fingerprintParts(validated: AcceptedItem | RejectedItem): unknown {
  return 'error' in validated
    ? [validated.name, validated.error.code]
    : [
        validated.name,
        'staged' in validated ? validated.source.sha256 : validated.source.source_url,
      ]
}
