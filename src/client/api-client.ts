import { z } from 'zod'
import { AppError } from '../domain/errors/app-error.ts'
import type { Route } from '../domain/api/route.ts'
import { keepSession, mayKeepCookies } from './keep-session.ts'
import { isFetchable } from './url.ts'
import { type RetryOptions, defaultRetryOptions, withRetries } from './retry.ts'
import {
  baseUrlError,
  missingParamError,
  notDocketError,
  readError,
  unreachableError,
} from './response-error.ts'

export interface ClientOptions extends Partial<RetryOptions> {
  /** Server URL, such as `http://127.0.0.1:3000`; defaults to the page's origin. */
  baseUrl?: string
  /** Token or API key. Without one, the client uses an anonymous session and keeps its cookie. */
  token?: string | (() => string | Promise<string>)
  /** Cookies from an earlier anonymous session. The client adds and updates cookies here. */
  cookies?: Map<string, string>
  fetch?: typeof fetch
  /** Language of messages, sent as `Accept-Language`. Default: the language of the browser, or English. */
  language?: () => string
}

type Input<S> = S extends z.ZodType ? z.input<S> : never

/** Query parameters in their parsed types; parameters with a default are optional. */
type QueryInput<S> = S extends z.ZodType
  ? { [Name in keyof z.input<S>]: z.output<S>[Name & keyof z.output<S>] }
  : never

type OptionalWhenEmpty<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : object extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

/** Input of a route, derived from its schemas. Pass the body as one of `body`, `json`, `form` or `text`. */
export type RouteInput<R extends Route> = OptionalWhenEmpty<'params', Input<R['params']>> &
  OptionalWhenEmpty<'query', QueryInput<R['query']>> &
  OptionalWhenEmpty<'body', Input<R['body']>> & {
    json?: Input<R['json']>
    form?: R['form'] extends z.ZodType ? FormData : never
    text?: R['text'] extends string ? string : never
    headers?: Record<string, string>
    signal?: AbortSignal | undefined
  }

/** The parsed JSON body; the whole `Response` for files; or nothing. */
export type RouteOutput<R extends Route> = R['success']['body'] extends z.ZodType
  ? z.output<R['success']['body']>
  : R['success']['body'] extends 'nothing'
    ? void
    : Response

type InputArgs<R extends Route> =
  object extends RouteInput<R> ? [wanted?: RouteInput<R>] : [wanted: RouteInput<R>]

export interface ApiClient {
  /**
   * Calls a route; rejects with the server's error as an `AppError`. After transient errors, retries GET requests and
   * requests with an Idempotency-Key.
   */
  call<R extends Route>(route: R, ...rest: InputArgs<R>): Promise<RouteOutput<R>>
  /** Like `call`, but resolves to the response before its body is read. */
  request<R extends Route>(route: R, ...rest: InputArgs<R>): Promise<Response>
  /** Returns a route's URL, for links. */
  url<R extends Route>(route: R, ...rest: InputArgs<R>): string
}

export function createApiClient(options: ClientOptions = {}): ApiClient {
  const { token, language, onWait } = options
  const plainFetch = options.fetch ?? fetch
  const keepsCookies = token === undefined && mayKeepCookies()
  const fetchImpl = keepsCookies ? keepSession(plainFetch, options.cookies) : plainFetch
  const {
    retries = defaultRetryOptions.retries,
    maxWaitSeconds = defaultRetryOptions.maxWaitSeconds,
  } = options
  const baseUrl = options.baseUrl?.replace(/\/+$/, '') ?? ''
  const retryOptions: RetryOptions = { retries, maxWaitSeconds, onWait }

  async function fetchOnce<T>(url: string, init: RequestInit, read: ReadResponse<T>): Promise<T> {
    try {
      const response = await fetchImpl(url, init)
      if (response.ok || response.status === 304) return await read(response)
      throw await readError(response)
    } catch (thrown) {
      init.signal?.throwIfAborted()
      if (thrown instanceof AppError) throw thrown
      throw isFetchable(url) ? unreachableError(thrown, baseUrl) : baseUrlError(baseUrl)
    }
  }

  async function callRoute<T>(
    route: Route,
    input: AnyInput = {},
    read: ReadResponse<T>,
  ): Promise<T> {
    const { signal, headers = {}, body = input.json, form, text } = input
    const url = baseUrl + buildPath(route, input)
    const authorize = async () => ({
      ...(token !== undefined && {
        authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
      }),
      ...(language && { 'accept-language': language() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(text !== undefined && route.text !== undefined && { 'content-type': route.text }),
      ...headers,
    })
    const attempt = async () =>
      fetchOnce(
        url,
        {
          method: route.method,
          headers: await authorize(),
          body: form ?? text ?? (body === undefined ? null : JSON.stringify(body)),
          signal: signal ?? null,
        },
        read,
      )
    return isRepeatable(route, headers) ? withRetries(attempt, retryOptions, signal) : attempt()
  }

  return {
    request: (route, ...[routeInput]) =>
      callRoute(route, routeInput as AnyInput, (response) => Promise.resolve(response)),
    url: (route, ...[routeInput]) => baseUrl + buildPath(route, routeInput as AnyInput),
    call: <R extends Route>(route: R, ...[routeInput]: InputArgs<R>) =>
      callRoute(route, routeInput as AnyInput, (response) => parseResponse(route, response)),
  }
}

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: object
  json?: object
  form?: FormData
  text?: string
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

type ReadResponse<T> = (response: Response) => Promise<T>

/** Rejects if the body is truncated or does not match the route's schema. */
export async function parseResponse<R extends Route>(
  { success }: R,
  response: Response,
): Promise<RouteOutput<R>> {
  if (success.body === 'file') return response as RouteOutput<R>
  if (success.body === 'nothing') return undefined as RouteOutput<R>
  const text = await response.text().catch((cause: unknown) => {
    throw unreachableError(cause)
  })
  try {
    return success.body.parse(JSON.parse(text)) as RouteOutput<R>
  } catch (cause) {
    throw notDocketError(response.status, { cause })
  }
}

function isRepeatable({ method }: Route, headers: Record<string, string>): boolean {
  const headerNames = Object.keys(headers).map((name) => name.toLowerCase())
  return method === 'GET' || headerNames.includes('idempotency-key')
}

function buildPath(route: Route, { params = {}, query = {} }: AnyInput = {}): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    // With an empty segment, the request would go to the list instead.
    const value = params[name]
    if (value === undefined || value === '') throw missingParamError(name, route.path)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}
