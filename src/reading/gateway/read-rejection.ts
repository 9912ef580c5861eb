import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { ProblemDetail } from '../../domain/messages/stored-detail.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { parseJson } from '../../domain/values/json.ts'
import { toXmlSafeText } from '../../extraction/text/xml-text.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { toStorable } from './storable.ts'

/** Why a gateway returned no result. */
export interface Rejection {
  error: AppError
  /** When to retry, if the gateway was merely busy. */
  retry_after_seconds: number | undefined
}

const maxProblemBytes = 64 * 1024

export async function readRejection(answer: IncomingMessage): Promise<Rejection> {
  const status = answer.statusCode ?? 0
  const { code, detail: text, reason, params = {} } = await readProblem(answer)
  const after = Number(answer.headers['retry-after'] ?? 5)
  const isBusy = status === 503 && code === 'BUSY' && after >= 0
  const cause = new Error(
    `The gateway responded with status ${status}: ${text ?? 'without a reason'}`,
  )
  const problem = text === undefined ? undefined : toDetail(text, reason, params)
  return {
    error: toError(status, problem, cause),
    retry_after_seconds: isBusy ? Math.min(after, 60) : undefined,
  }
}

/**
 * Converts a rejection to an error. Users see only what the gateway says about their document. Other messages are for
 * the administrator.
 */
function toError(status: number, problem: ProblemDetail | undefined, cause: Error): AppError {
  if (status === 413) return new AppError('TOO_LARGE', problem, { cause })
  if (status >= 400 && status < 500) {
    return new AppError('GW_4XX', problem ?? createDetail('gateway_status', { status }), { cause })
  }
  if (status >= 300 && status < 400) {
    return new AppError('GW_4XX', createDetail('gateway_moved', {}), { cause })
  }
  return new AppError('GW_5XX', undefined, { cause })
}

/** Keeps the error code if the gateway is another Docket. Otherwise, quotes the gateway's text. */
function toDetail(text: string, reason: string | undefined, params: object): ProblemDetail {
  const known =
    reason === undefined ? { code: 'other', params: { text } } : { code: reason, params }
  return { ...known, params: { ...known.params }, message: text }
}

/** The fields of problem+json (RFC 9457) that Docket uses. Other gateways usually send a `detail` too. */
const GivenProblem = z.object({
  code: z.string().optional().catch(undefined),
  detail: z.string().min(1).optional().catch(undefined),
  reason: z.string().max(100).optional().catch(undefined),
  params: z.record(z.string(), z.unknown()).optional().catch(undefined),
})

async function readProblem(answer: IncomingMessage): Promise<z.infer<typeof GivenProblem>> {
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(answer.headers['content-type'] ?? '')
  const parsed = GivenProblem.safeParse(isJson ? parseJson(await readBeginning(answer)) : {})
  const { detail: text, ...rest } = parsed.data ?? {}
  return toStorable({ ...rest, detail: text && toXmlSafeText(text).slice(0, 500) })
}

/** Reads up to 64 KB of a response. Ignores errors and excess data. */
export async function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > maxProblemBytes) break
    }
  } catch {
    return ''
  }
  return Buffer.concat(chunks).toString()
}
