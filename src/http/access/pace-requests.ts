import type { FastifyInstance } from 'fastify'
import { clientNetwork } from './client-address.ts'
import { createNetworkTurns } from './network-turns.ts'

/** Number of requests admitted per turn of the event loop. Each takes about a millisecond of CPU time. */
const perTurn = 4

/**
 * Admits a few requests per turn of the event loop, alternating between networks. A burst of requests then delays
 * those that are already running, and those of other networks, by only a few milliseconds. Does not limit the rate.
 */
export function paceRequests(app: FastifyInstance): void {
  const waiting = createNetworkTurns<() => void>()
  let admitted = 0
  let isScheduled = false

  function admitNext(): void {
    admitted = 0
    for (; !waiting.isEmpty && admitted < perTurn; admitted++) waiting.take()?.()
    isScheduled = admitted > 0
    if (isScheduled) setImmediate(admitNext)
  }

  app.addHook('onRequest', async (request) => {
    if (!isScheduled) setImmediate(admitNext)
    isScheduled = true
    if (waiting.isEmpty && admitted < perTurn) {
      admitted += 1
      return
    }
    await new Promise<void>((resolve) => waiting.add(clientNetwork(request), resolve))
  })
}
