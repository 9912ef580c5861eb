import { uuidv7 } from 'uuidv7'
import type { FileSource, UrlSource } from '../db/jobs/enqueue.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import { cleanFilename } from '../domain/document/filename.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import { filenameInUrl } from '../fetch/answer.ts'
import type { Guard } from '../fetch/guard.ts'
import type { FormItem, Upload } from './upload-form.ts'
import { sourceKey } from '../blobs/blob-keys.ts'
import type { StagedFile } from '../blobs/stage.ts'

export interface Judging {
  sandbox: Sandbox
  urlGuard: Guard
}

interface Named {
  /** What its sender calls it: the name of a file, or the address. */
  name: string
}

/** A document that becomes the job `id`; a file has yet to be stored. */
export type Accepted = Named & { id: string; original_filename: string } & (
    | { source: FileSource; staged: StagedFile }
    | { source: UrlSource }
  )

/** One that does not, and why. */
export type Refused = Named & { refused: AppError }

const longestName = 500

/** Judges the documents of a form: whether a PDF opens, whether an address may be fetched. */
export function createJudge({ sandbox, urlGuard }: Judging, signal: AbortSignal) {
  const looks = new Map<Upload, Promise<{ thrown?: unknown }>>()

  async function judgeUpload(upload: Upload): Promise<Accepted | Refused> {
    const name = cleanFilename(upload.filename)
    const { thrown } = (await looks.get(upload)) ?? {}
    if (thrown !== undefined) return { name, refused: faultOf(thrown) }
    const id = uuidv7()
    const { staged } = upload
    const { bytes, sha256 } = staged
    const source = { bytes, sha256, upload_key: sourceKey(id) }
    return { name, id, original_filename: name, source, staged }
  }

  function judgeUrl(url: string): Accepted | Refused {
    const name = url.slice(0, longestName)
    try {
      const allowed = urlGuard.parse(url)
      const original_filename = cleanFilename(filenameInUrl(allowed))
      return { name, id: uuidv7(), original_filename, source: { source_url: allowed.href } }
    } catch (thrown) {
      return { name, refused: faultOf(thrown) }
    }
  }

  return {
    /** Begins to open a file that has arrived, while others still arrive. */
    look(upload: Upload): void {
      const look = sandbox.probe(upload.staged.file, { signal }).then(
        () => ({}),
        (thrown: unknown) => ({ thrown }),
      )
      looks.set(upload, look)
    },
    async judge(item: FormItem): Promise<Accepted | Refused> {
      if ('upload' in item) return judgeUpload(item.upload)
      if ('url' in item) return judgeUrl(item.url)
      return { name: cleanFilename(item.filename), refused: item.refused }
    },
  }
}

/** What speaks against one document alone; all else ends the request. */
function faultOf(thrown: unknown): AppError {
  if (!(thrown instanceof AppError)) throw thrown
  const { status, retry } = thrown.rule
  if ((status < 500 && !retry) || thrown.code === 'READER_FAILED') return thrown
  throw thrown
}

/** Where no document can be taken, their sender is told why of each. */
export function refuseIfNoneIsGood(judged: (Accepted | Refused)[]): void {
  const refused = judged.filter((one) => 'refused' in one)
  if (refused.length < judged.length) return
  const [first, ...others] = refused
  if (!first) {
    throw new AppError('NO_FILE', 'No file came with this request. Send a PDF as file, or its url.')
  }
  if (others.length === 0) throw first.refused
  const errors = refused.map((one, nth) => ({
    pointer: `/items/${nth}`,
    detail: `${one.name}: ${one.refused.message}`,
  }))
  const sentence = `None of these documents can be read. ${errors.map(({ detail }) => detail).join(' ')}`
  throw new AppError('NOTHING_TO_READ', sentence, { errors })
}

/** What makes a document another one. */
export function tellingOf(judged: Accepted | Refused): unknown {
  return 'refused' in judged
    ? [judged.name, judged.refused.code]
    : [judged.name, 'staged' in judged ? judged.source.sha256 : judged.source.source_url]
}
