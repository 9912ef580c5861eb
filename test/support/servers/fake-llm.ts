import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ModelSettings } from '../../../src/reading/llm/chat.ts'
import type { SheetAnswer } from '../../../src/domain/heat-sheet/sheet-answer.ts'
import { fileServerForTest } from './file-server.ts'

/** The body of a chat completion request. */
interface ChatRequest {
  model: string
  messages: { role: string; content: string | { type: string; text?: string }[] }[]
  response_format: { type: string; json_schema: { strict: boolean; schema: object } }
}

export interface FakeLlm {
  settings: ModelSettings
  requests: ChatRequest[]
  keys: (string | undefined)[]
  /** Maximum number of concurrent requests. */
  most(): number
}

type Responder = (response: ServerResponse, requests: ChatRequest, count: number) => unknown

/** Starts a local OpenAI-compatible endpoint with the given responses. */
export async function fakeLlm(respond: Responder, timeoutMs = 60_000): Promise<FakeLlm> {
  const requests: ChatRequest[] = []
  const keys: (string | undefined)[] = []
  let open = 0
  let most = 0
  const { url } = await fileServerForTest((request, response) => {
    most = Math.max(most, ++open)
    response.once('close', () => (open -= 1))
    void text(request).then((body) => {
      const question = JSON.parse(body) as ChatRequest
      keys.push(request.headers.authorization)
      return respond(response, question, requests.push(question))
    })
  })
  const settings = { url: `${url}/v1`, key: 'sk-invented', model: 'invented-1', timeoutMs }
  return { settings, requests, keys, most: () => most }
}

/** A chat completion in the format of OpenAI and compatible servers. */
export function complete(
  response: ServerResponse,
  content: unknown,
  choice: { finish_reason?: string; refusal?: string } = {},
): void {
  const { finish_reason = 'stop', refusal = null } = choice
  const message = {
    role: 'assistant',
    content: typeof content === 'string' ? content : JSON.stringify(content),
    refusal,
    annotations: [],
  }
  const body = {
    id: 'chatcmpl-invented',
    object: 'chat.completion',
    created: 1_780_000_000,
    model: 'invented-1-2026-01-01',
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 },
    system_fingerprint: null,
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export function respondWithError(
  response: ServerResponse,
  status: number,
  error: object = {},
  headers: Record<string, string> = {},
): void {
  const type = { 'content-type': 'application/json' }
  response.writeHead(status, { ...type, ...headers }).end(JSON.stringify({ error }))
}

/** The text in a request about a page. */
export function pageText(requests: ChatRequest | undefined): string {
  const parts = requests?.messages[1]?.content
  if (!Array.isArray(parts)) return ''
  return parts.map(({ text: part }) => part ?? '').join('\n')
}

export const swimNightText = `Lake Club Swim Night, 12 June 2026, Invented Baths
Race 1, girls 50 free
Group 2 goes at 9:05 AM
4 Ahlgren, Ada 11 AQUA 31.02
5 Núñez, Noémie 12 LAKE 33.40`

/** The correct response to the request. */
export function swimNightResponse(change: Partial<SheetAnswer> = {}): SheetAnswer {
  const rest = { relay: null, legs: [] }
  return {
    meet_name: 'Lake Club Swim Night',
    meet_start: '2026-06-12',
    meet_end: null,
    venue: 'Invented Baths',
    session: null,
    events: [
      {
        event_number: 1,
        event_letter: null,
        event_name: 'girls 50 free',
        heats: [
          {
            heat_number: 2,
            heats_total: null,
            round: null,
            start_time: '09:05',
            entries: [
              {
                lane: 4,
                swimmer_name: 'Ahlgren, Ada',
                age: '11',
                team: 'AQUA',
                seed_time: '31.02',
                ...rest,
              },
              {
                lane: 5,
                swimmer_name: 'Núñez, Noémie',
                age: '12',
                team: 'LAKE',
                seed_time: '33.40',
                ...rest,
              },
            ],
          },
        ],
      },
    ],
    ...change,
  }
}
