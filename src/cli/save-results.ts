import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Docket } from '../client/docket.ts'
import { toAppError } from '../domain/errors/errors.ts'
import type { Job } from '../domain/job/job.ts'
import { reserveUniqueName } from './output-names.ts'
import { describeError } from './readers.ts'
import type { SubmittedDocument, SubmitOptions } from './submit.ts'
import { replaceFile } from './write.ts'

/** Downloads results into the folder, or the result of a single document to stdout. */
export async function saveResults(
  docket: Docket,
  sent: SubmittedDocument[],
  { out, format }: Pick<SubmitOptions, 'out' | 'format'>,
): Promise<void> {
  if (out === undefined && sent.length > 1) return
  const usedNames = new Set<string>()
  for (const one of sent.filter(({ error }) => error === undefined)) {
    try {
      if (one.job) await save(docket, one.job, { out, format, taken: usedNames })
    } catch (error) {
      one.error = toAppError(error)
      process.stderr.write(`${one.name}: ${describeError(one.error)}\n`)
    }
  }
}

interface Target {
  out: string | undefined
  format: SubmitOptions['format'] | undefined
  taken: Set<string>
}

async function save(
  docket: Docket,
  job: Job,
  { out, format, taken: usedNames }: Target,
): Promise<void> {
  const outputFormat = format ?? job.outputs[0]?.format ?? 'json'
  const { body } = await docket.download(job.id, outputFormat)
  if (body === null) throw new Error('The response has no body.')
  const bytes = Readable.fromWeb(body as ReadableStream)
  if (out === undefined) {
    for await (const chunk of bytes) process.stdout.write(chunk as Uint8Array)
    return
  }
  const file = path.join(out, reserveUniqueName(job.original_filename, outputFormat, usedNames))
  await replaceFile(file, (partial) => pipeline(bytes, createWriteStream(partial)))
}
