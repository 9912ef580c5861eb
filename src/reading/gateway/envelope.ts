import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { AppError } from '../../domain/errors/app-error.ts'
import type { ProblemParams } from '../../domain/messages/problem-codes.ts'
import { Message } from '../../domain/messages/message.ts'
import { parseJson } from '../../domain/values/json.ts'
import { OutputFormat } from '../../domain/mapping/output-formats.ts'
import { Summary } from '../../domain/job/summary.ts'
import type { SandboxResult } from '../../extraction/sandbox/sandbox.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

/** First line of a response with all outputs. The files follow in the listed order, without separators. */
const EnvelopeHead = z.object({
  mapping: z.string(),
  page_count: z.int().min(0),
  word_count: z.int().min(0),
  review_reasons: z.array(Message),
  summary: Summary.nullable().default(null),
  outputs: z.array(z.object({ format: OutputFormat, bytes: z.int().min(1) })).min(1),
})
export type EnvelopeHead = z.infer<typeof EnvelopeHead>

const maxHeadBytes = 4 * 1024 * 1024

export async function* writeEnvelope(result: SandboxResult): AsyncGenerator<Uint8Array> {
  const outputs = result.outputs.map(({ format, bytes }) => ({ format, bytes }))
  const head: EnvelopeHead = EnvelopeHead.parse({ ...result, outputs })
  yield Buffer.from(`${JSON.stringify(head)}\n`)
  for (const { file } of result.outputs) yield* createReadStream(file)
}

/**
 * Passes each output's bytes to `save`, in order. Rejects a body that is longer or shorter than the envelope states.
 */
export async function readEnvelope(
  chunks: AsyncIterable<Uint8Array>,
  save: (format: OutputFormat, bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<EnvelopeHead> {
  const source = createSource(chunks)
  const parsed = EnvelopeHead.safeParse(parseJson(await source.line(maxHeadBytes)))
  if (!parsed.success) throw createBrokenError('head')
  for (const { format, bytes } of parsed.data.outputs) await save(format, source.take(bytes))
  if (!(await source.isAtEnd())) throw createBrokenError('longer')
  return parsed.data
}

function createBrokenError(fault: ProblemParams['gateway_answer_unclear']['fault']): AppError {
  return new AppError('GW_5XX', createDetail('gateway_answer_unclear', { fault }))
}

/** Creates a reader that returns exact numbers of bytes from a stream. */
function createSource(chunks: AsyncIterable<Uint8Array>) {
  const incoming = chunks[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()

  async function isAtEnd(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await incoming.next()
      if (next.done) return true
      rest = next.value
    }
    return false
  }

  function takeUpTo(count: number): Uint8Array {
    const taken = rest.subarray(0, count)
    rest = rest.subarray(count)
    return taken
  }

  async function* take(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (await isAtEnd()) throw createBrokenError('shorter')
      const chunk = takeUpTo(left)
      left -= chunk.length
      yield chunk
    }
  }

  async function line(maxBytes: number): Promise<string> {
    const parts: Uint8Array[] = []
    for (let length = 0; length < maxBytes; length += parts.at(-1)?.length ?? 0) {
      if (await isAtEnd()) break
      const end = rest.indexOf(0x0a)
      parts.push(takeUpTo(end < 0 ? rest.length : end + 1))
      if (end >= 0) break
    }
    return Buffer.concat(parts).toString()
  }

  return { isAtEnd, take, line }
}
