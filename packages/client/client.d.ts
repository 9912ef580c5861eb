// Declarations that differ from the source. scripts/build-client.ts adds the others from src/client and derives the API
// types from its schemas.

export interface ClientOptions {
  /** Server URL, such as `http://127.0.0.1:3000`; defaults to the page's origin. */
  baseUrl?: string
  /** Token or API key. Without one, the client uses an anonymous session and keeps its cookie. */
  token?: string | (() => string | Promise<string>)
  fetch?: typeof fetch
  /** Message language, sent as `Accept-Language`. Default: the browser's, or English. */
  language?: () => string
  /** Maximum number of retries for a repeatable call. Default: 3. */
  retries?: number
  /** Gives up when `Retry-After` exceeds this. Default: 120. */
  maxWaitSeconds?: number
  /** Called before each wait. */
  onWait?: (seconds: number, reason: DocketError) => void
}

/** Mapping parameters by name. */
type Params = Record<string, string>

/** Messages in a batch stream. `end` comes last; its batch is null when the batch was deleted. */
export type BatchStreamMessage =
  | { event: 'snapshot'; data: BatchState }
  | { event: 'job'; data: JobEvent }
  | { event: 'batch'; data: BatchEvent }
  | { event: 'reset'; data: Record<string, never> }
  | { event: 'end'; data: { batch: Batch | null } }

/** Messages in the job stream. After `reset`, reload the list. */
export type JobStreamMessage =
  | { event: 'ready'; data: { server_time: string } }
  | { event: 'job'; data: Job }
  | { event: 'gone'; data: { id: string } }
  | { event: 'reset'; data: Record<string, never> }

export interface Route<Input, Output> {
  readonly method: string
  readonly path: string
  readonly __types?: [Input, Output]
}

type CallInput<Input> = Input & { headers?: Record<string, string>; signal?: AbortSignal }
type CallArgs<Input> = object extends Input ? [input?: CallInput<Input>] : [input: CallInput<Input>]

export type JobsQuery = NonNullable<
  Routes['listJobs'] extends Route<infer Input, unknown>
    ? Input extends { query?: infer Query }
      ? Query
      : never
    : never
>

interface ApiClient {
  /** Calls a route; retries GET requests and requests with an Idempotency-Key after transient errors. */
  call<Input, Output>(route: Route<Input, Output>, ...args: CallArgs<Input>): Promise<Output>
  /** Like `call`, but resolves to the response with its body unread. */
  request<Input, Output>(route: Route<Input, Output>, ...args: CallArgs<Input>): Promise<Response>
  /** Returns a route's URL, for links. */
  url<Input, Output>(route: Route<Input, Output>, ...args: CallArgs<Input>): string
}

export declare function createDocket(options?: ClientOptions): Docket

/** Every error that the client throws, except when a signal is aborted. */
export declare class DocketError extends Error {
  readonly name: 'DocketError'
  /** A newer server may send further codes. */
  readonly code: ErrorCode | (string & {})
  /** Response status; undefined if there was no response. */
  readonly status: number | undefined
  /** Request id for the server log. */
  readonly request_id: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** A detail more specific than the code, as data. */
  readonly detail: { code: string; params: Record<string, unknown>; message: string } | undefined
  /** Invalid fields, each with a JSON pointer. */
  readonly errors:
    | Array<{ pointer: string; detail: string; code?: string; params?: Record<string, unknown> }>
    | undefined
}

/** The body of a webhook or callback, parsed after `verifyWebhook`. */
export type WebhookPayload =
  | {
      type: 'job.complete' | 'job.needs_review' | 'job.failed' | 'job.cancelled'
      timestamp: string
      data: WebhookJob
    }
  | { type: 'batch.ended'; timestamp: string; data: WebhookBatch }
  | { type: 'webhook.test'; timestamp: string; data: { webhook_id: string } }

export interface WebhookJob {
  id: string
  batch_id: string
  sequence: number
  client_reference: string | null
  original_filename: string
  mapping: string
  read_by: string | null
  status: 'complete' | 'failed' | 'cancelled'
  needs_review: boolean
  error_code: ErrorCode | (string & {}) | null
  error_detail: { code: string; params: Record<string, unknown> } | null
  error_message: string | null
}

export interface WebhookBatch {
  id: string
  client_reference: string | null
  status: Batch['status']
  total: number
  complete: number
  failed: number
  cancelled: number
  needs_review: number
}

/**
 * Checks that a webhook request was signed with the secret and is recent. Throws a TypeError without a secret or with a
 * parsed body.
 */
export declare function verifyWebhook(request: WebhookRequest): Promise<boolean>

export declare const routes: Routes
