import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { AppError } from '../../domain/errors/errors.ts'
import { parseJson } from '../../domain/values/json.ts'
import { toXmlSafeText } from '../../extraction/text/xml-text.ts'

/** Why a gateway did not answer with a result. */
export interface Refusal {
  error: AppError
  /** When to ask again, if all that is wrong is that others came first. */
  retry_after_seconds: number | undefined
}

const maxProblemBytes = 64 * 1024

export async function refusalOf(answer: IncomingMessage): Promise<Refusal> {
  const status = answer.statusCode ?? 0
  const { code, detail } = await problemOf(answer)
  const after = Number(answer.headers['retry-after'] ?? 5)
  const isBusy = status === 503 && code === 'BUSY' && after >= 0
  const cause = new Error(`The gateway answered ${status}: ${detail ?? 'without a reason'}`)
  return {
    error: errorOf(status, detail, cause),
    retry_after_seconds: isBusy ? Math.min(after, 60) : undefined,
  }
}

/** What is wrong with the document, its sender should read in the gateway's own words; the rest is for the operator. */
function errorOf(status: number, detail: string | undefined, cause: Error): AppError {
  if (status === 413) return new AppError('TOO_LARGE', detail, { cause })
  if (status >= 400 && status < 500) {
    const sentence = detail ?? `The gateway refused this document with status ${status}.`
    return new AppError('GW_4XX', sentence, { cause })
  }
  if (status >= 300 && status < 400) {
    const sentence =
      'The gateway has moved. The operator has to set GATEWAY_URL to its new address.'
    return new AppError('GW_4XX', sentence, { cause })
  }
  return new AppError('GW_5XX', undefined, { cause })
}

/** As much of problem+json (RFC 9457) as is used; other frameworks have a `detail` as well. */
const GivenProblem = z.object({
  code: z.string().optional().catch(undefined),
  detail: z.string().min(1).optional().catch(undefined),
})

async function problemOf(answer: IncomingMessage): Promise<z.infer<typeof GivenProblem>> {
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(answer.headers['content-type'] ?? '')
  const parsed = GivenProblem.safeParse(isJson ? parseJson(await beginning(answer)) : {})
  const { code, detail } = parsed.data ?? {}
  return { code, detail: detail && toXmlSafeText(detail).slice(0, 500) }
}

/** As much as comes: what follows a cut or is too long is of no use. */
async function beginning(answer: IncomingMessage): Promise<string> {
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
