import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../domain/errors/app-error.ts'
import { createGatewayUrl, gatewayRoutes } from '../../domain/api/gateway.ts'
import type { SandboxResult } from '../../extraction/sandbox/sandbox.ts'
import type { ReadDocument } from '../steps/read-document.ts'
import { saveResponse } from './save-response.ts'
import { type Rejection, readRejection } from './read-rejection.ts'
import { type GatewayRequest, sendDocument } from './send.ts'

export interface GatewayOptions {
  /** Base URL of the gateway, without `/process`. */
  url: string
  /** Time limit for one document in ms, from the first byte sent to the last byte received. */
  timeoutMs: number
  /** Suffix added to the mapping's name, for example `.json`. */
  mappingSuffix?: string | undefined
  maxResponseBytes?: number
}

/**
 * Reads documents through a gateway, which is `docket gateway` or any server that responds to `POST /process` with XML.
 */
export function readThroughGateway(options: GatewayOptions): ReadDocument {
  return async (task, { signal, span }) => {
    signal.throwIfAborted()
    const call = new AbortController()
    const leave = () => call.abort(signal.reason)
    signal.addEventListener('abort', leave)
    const clock = setTimeout(() => call.abort(new AppError('GW_TIMEOUT')), options.timeoutMs)
    try {
      return await readOnce(options, { ...task, traceparent: span.traceparent }, call.signal)
    } catch (thrown) {
      call.signal.throwIfAborted()
      if (thrown instanceof AppError) throw thrown
      throw new AppError('GW_5XX', undefined, { cause: thrown })
    } finally {
      clearTimeout(clock)
      signal.removeEventListener('abort', leave)
    }
  }
}

/** Sends the document. If the gateway is busy, waits and retries up to the time limit. */
async function readOnce(
  options: GatewayOptions,
  task: GatewayRequest,
  signal: AbortSignal,
): Promise<SandboxResult> {
  for (;;) {
    const outcome = await sendWhenFree(options, task, signal)
    if ('outputs' in outcome) return outcome
    if (outcome.retry_after_seconds === undefined) throw outcome.error
    await sleep(outcome.retry_after_seconds * 1000, undefined, { signal })
  }
}

async function sendWhenFree(
  { url, mappingSuffix = '', maxResponseBytes = 100 * 1024 * 1024 }: GatewayOptions,
  task: GatewayRequest,
  signal: AbortSignal,
): Promise<SandboxResult | Rejection> {
  const sent = { ...task, mapping: task.mapping + mappingSuffix }
  const answer = await sendDocument(createGatewayUrl(url, gatewayRoutes.process), sent, signal)
  try {
    if (answer.statusCode !== 200) return await readRejection(answer)
    return { mapping: task.mapping, ...(await saveResponse(answer, task.folder, maxResponseBytes)) }
  } finally {
    answer.destroy()
  }
}
