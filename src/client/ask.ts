import { z } from 'zod'
import { AppError } from '../domain/errors/errors.ts'
import type { Route } from '../domain/api/route.ts'
import { canBeAsked } from './address.ts'
import { type Patience, patience, patiently } from './patience.ts'
import { noAddress, notDocket, refusalOf, unreachable } from './refusal.ts'

export interface AskOptions extends Partial<Patience> {
  /** Where Docket is, e.g. `http://127.0.0.1:3000`. Left out: the page's own origin. */
  baseUrl?: string
  /** A token or an API key. Left out: the browser's session. */
  token?: string | (() => string | Promise<string>)
  fetch?: typeof fetch
}

type Shape<S> = S extends z.ZodType ? z.input<S> : never

/** A query as the server will understand it; what has a default may be left out. */
type Query<S> = S extends z.ZodType
  ? { [Name in keyof z.input<S>]: z.output<S>[Name & keyof z.output<S>] }
  : never

type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : object extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

/** What a route wants to be told, by its own schemas. A body is one of `body`, `json`, `form` and `text`. */
export type Wanted<R extends Route> = Part<'params', Shape<R['params']>> &
  Part<'query', Query<R['query']>> &
  Part<'body', Shape<R['body']>> & {
    json?: Shape<R['json']>
    form?: R['form'] extends z.ZodType ? FormData : never
    text?: R['text'] extends string ? string : never
    headers?: Record<string, string>
    signal?: AbortSignal | undefined
  }

/** What a route answers: its data, the whole response where it is a file, or nothing. */
export type Answer<R extends Route> = R['success']['body'] extends z.ZodType
  ? z.output<R['success']['body']>
  : R['success']['body'] extends 'nothing'
    ? void
    : Response

type Rest<R extends Route> = object extends Wanted<R> ? [wanted?: Wanted<R>] : [wanted: Wanted<R>]

export interface Asker {
  /**
   * Calls a route of domain/api/routes/routes.ts. A refused call rejects with the AppError that the server meant. One that
   * may be repeated (a GET, or whatever carries an Idempotency-Key) is, when a fault may pass.
   */
  ask<R extends Route>(route: R, ...rest: Rest<R>): Promise<Answer<R>>
  /** The same, with the headers of the answer and its body not yet read. */
  request<R extends Route>(route: R, ...rest: Rest<R>): Promise<Response>
  /** The address of a route, for links. */
  addressOf<R extends Route>(route: R, ...rest: Rest<R>): string
}

export function createAsker(options: AskOptions = {}): Asker {
  const { fetch: send = fetch, token, onWait } = options
  const { retries = patience.retries, longestWaitSeconds = patience.longestWaitSeconds } = options
  const baseUrl = options.baseUrl?.replace(/\/+$/, '') ?? ''
  const tries: Patience = { retries, longestWaitSeconds, onWait }

  async function once<T>(url: string, init: RequestInit, read: Read<T>): Promise<T> {
    try {
      const response = await send(url, init)
      if (response.ok || response.status === 304) return await read(response)
      throw await refusalOf(response)
    } catch (thrown) {
      init.signal?.throwIfAborted()
      if (thrown instanceof AppError) throw thrown
      throw canBeAsked(url) ? unreachable(thrown) : noAddress(baseUrl)
    }
  }

  async function call<T>(route: Route, wanted: AnyWanted = {}, read: Read<T>): Promise<T> {
    const { signal, headers = {}, body = wanted.json, form, text } = wanted
    const url = baseUrl + pathOf(route, wanted)
    const authorize = async () => ({
      ...(token !== undefined && {
        authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
      }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(text !== undefined && route.text !== undefined && { 'content-type': route.text }),
      ...headers,
    })
    const attempt = async () =>
      once(
        url,
        {
          method: route.method,
          headers: await authorize(),
          body: form ?? text ?? (body === undefined ? null : JSON.stringify(body)),
          signal: signal ?? null,
        },
        read,
      )
    return mayRepeat(route, headers) ? patiently(attempt, tries, signal) : attempt()
  }

  return {
    request: (route, ...[wanted]) =>
      call(route, wanted as AnyWanted, (response) => Promise.resolve(response)),
    addressOf: (route, ...[wanted]) => baseUrl + pathOf(route, wanted as AnyWanted),
    ask: <R extends Route>(route: R, ...[wanted]: Rest<R>) =>
      call(route, wanted as AnyWanted, (response) => answerOf(route, response)),
  }
}

/** What all routes have in common, when their own types no longer matter. */
interface AnyWanted {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: object
  json?: object
  form?: FormData
  text?: string
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

type Read<T> = (response: Response) => Promise<T>

/** What a response to a route tells. It may break off like a connection, or tell something else altogether. */
export async function answerOf<R extends Route>(
  { success }: R,
  response: Response,
): Promise<Answer<R>> {
  if (success.body === 'file') return response as Answer<R>
  if (success.body === 'nothing') return undefined as Answer<R>
  const text = await response.text().catch((cause: unknown) => {
    throw unreachable(cause)
  })
  try {
    return success.body.parse(JSON.parse(text)) as Answer<R>
  } catch (cause) {
    throw notDocket(response.status, { cause })
  }
}

function mayRepeat({ method }: Route, headers: Record<string, string>): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  return method === 'GET' || names.includes('idempotency-key')
}

function pathOf(route: Route, { params = {}, query = {} }: AnyWanted = {}): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}
