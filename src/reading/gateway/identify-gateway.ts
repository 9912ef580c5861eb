import http from 'node:http'
import https from 'node:https'
import { z } from 'zod'
import { startDeadline } from '../../clock/timeouts.ts'
import { createGatewayUrl, gatewayProduct, gatewayRoutes } from '../../domain/api/gateway.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { parseJson } from '../../domain/values/json.ts'
import { awaitResponse } from '../../fetch/request.ts'
import { readBeginning } from './read-rejection.ts'

const timeoutMs = 5000
const Health = z.object({ product: z.literal(gatewayProduct) })

/** True if the gateway is another Docket, according to its `/health` route. False if it has no such route. */
export async function isDocketGateway(base: string, signal: AbortSignal): Promise<boolean> {
  const url = createGatewayUrl(base, gatewayRoutes.health)
  const { request } = url.protocol === 'https:' ? https : http
  const deadline = startDeadline(timeoutMs, signal)
  try {
    const sending = request(url, { agent: false, signal: deadline.signal }).end()
    const answer = await awaitResponse(sending)
    const status = answer.statusCode ?? 0
    const body = await readBeginning(answer).finally(() => answer.destroy())
    if (status >= 500) throw new AppError('GW_5XX')
    return status === 200 && Health.safeParse(parseJson(body)).success
  } catch (thrown) {
    signal.throwIfAborted()
    throw thrown instanceof AppError ? thrown : new AppError('GW_5XX', undefined, { cause: thrown })
  } finally {
    deadline.cancel()
  }
}
