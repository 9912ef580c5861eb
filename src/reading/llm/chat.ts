import { z } from 'zod'
import { startDeadline } from '../../clock/timeouts.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { parseJson } from '../../domain/values/json.ts'
import { parseRetryAfter } from '../../fetch/response.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

export interface ModelSettings {
  /** Base URL including `/v1`. */
  url: string
  key: string | undefined
  model: string
  /** Time limit per request, in ms. */
  timeoutMs: number
}

export type MessagePart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }

export interface ModelQuestion<Shape extends z.ZodType> {
  system: string
  user: MessagePart[]
  /** Schema of the response. */
  shape: Shape
}

export interface TokenUsage {
  model: string
  input_tokens: number
  output_tokens: number
}

/** The outcome of a request: a valid response, or the reason why there is none. Tokens are billed in both cases. */
export type ModelReply<Answer> = { usage: TokenUsage } & (
  | { answer: Answer }
  | { failure: 'truncated' | 'invalid' | 'refusal' }
)

const maxResponseBytes = 8 * 1024 * 1024

/**
 * Sends one request to an OpenAI-compatible endpoint (chat completions with structured output). Errors are logged, so
 * they never contain text from the request or the response.
 */
export async function askModel<Shape extends z.ZodType>(
  settings: ModelSettings,
  question: ModelQuestion<Shape>,
  signal: AbortSignal,
): Promise<ModelReply<z.output<Shape>>> {
  const deadline = startDeadline(settings.timeoutMs, signal)
  try {
    const response = await send(settings, question, deadline.signal)
    if (!response.ok) throw await toResponseError(response)
    return parseReply(settings, question.shape, parseJson(await readBody(response)))
  } catch (thrown) {
    signal.throwIfAborted()
    if (thrown instanceof AppError) throw thrown
    if (deadline.signal.aborted) throw new AppError('LLM_TIMEOUT')
    throw new AppError('LLM_FAILED', undefined, { cause: thrown })
  } finally {
    deadline.cancel()
  }
}

function send<Shape extends z.ZodType>(
  { url, key, model }: ModelSettings,
  { system, user, shape }: ModelQuestion<Shape>,
  signal: AbortSignal,
): Promise<Response> {
  const schema = z.toJSONSchema(shape, { target: 'draft-7' })
  const body = {
    model,
    temperature: 0,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
  }
  return fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  })
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxResponseBytes)
      throw new AppError('LLM_FAILED', createDetail('model_endless', {}))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/**
 * Converts an error response, and decides whether to retry. Keeps only the error code from the body, because the body
 * may repeat the prompt.
 */
async function toResponseError(response: Response): Promise<AppError> {
  const { status, headers } = response
  const parsed = ErrorBody.safeParse(parseJson(await readBody(response).catch(() => '')))
  const code = parsed.success ? ` ${parsed.data.error.code}` : ''
  const cause = new Error(`The language model responded with status ${status}${code}`)
  if (status === 429 && code !== ' insufficient_quota') {
    const retryAfterSeconds = parseRetryAfter(headers.get('retry-after') ?? '')
    return new AppError('LLM_BUSY', undefined, { cause, retryAfterSeconds })
  }
  if (status >= 500 || status === 408) return new AppError('LLM_FAILED', undefined, { cause })
  return new AppError('LLM_REFUSED', undefined, { cause })
}

const ErrorBody = z.object({ error: z.object({ code: z.string().regex(/^[\w.-]{1,60}$/) }) })

const Completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().default(0), completion_tokens: z.number().default(0) })
    .nullish(),
})

function parseReply<Shape extends z.ZodType>(
  { model }: ModelSettings,
  shape: Shape,
  body: unknown,
): ModelReply<z.output<Shape>> {
  const parsed = Completion.safeParse(body)
  if (!parsed.success) {
    const cause = new Error('The response is not a chat completion')
    throw new AppError('LLM_FAILED', undefined, { cause })
  }
  const { choices, usage: tokens } = parsed.data
  const usage = {
    model,
    input_tokens: tokens?.prompt_tokens ?? 0,
    output_tokens: tokens?.completion_tokens ?? 0,
  }
  const [choice] = choices
  if (choice?.message.refusal || choice?.finish_reason === 'content_filter') {
    return { usage, failure: 'refusal' }
  }
  if (choice?.finish_reason === 'length') return { usage, failure: 'truncated' }
  const answer = shape.safeParse(parseJson(stripCodeFence(choice?.message.content ?? '')))
  return answer.success ? { usage, answer: answer.data } : { usage, failure: 'invalid' }
}

/** Removes the code fence in which models without structured output often wrap JSON. */
function stripCodeFence(text: string): string {
  const [, inside] = /^\s*```(?:json)?\s*\n([^]*?)\n?\s*```\s*$/.exec(text) ?? []
  return inside ?? text
}
