import type { FastifyInstance } from 'fastify'
import { clientNetwork } from './client-address.ts'
import { createNetworkTurns } from './network-turns.ts'

/** Number of streams opened per turn, which allows 400 per second. */
const perTurn = 8
const turnMs = 20

/**
 * Opens streams at a bounded rate, alternating between networks. If thousands of clients connect at once, other
 * requests are served in between, and a network with many streams does not delay the others.
 */
export function paceStreams(app: FastifyInstance): void {
  const waiting = createNetworkTurns<() => void>()
  let admitted = 0
  let timer: NodeJS.Timeout | undefined

  function admitNext(): void {
    admitted = 0
    for (; !waiting.isEmpty && admitted < perTurn; admitted++) waiting.take()?.()
    timer = admitted > 0 ? setTimeout(admitNext, turnMs) : undefined
  }

  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.acceptsTicket) return
    timer ??= setTimeout(admitNext, turnMs)
    if (waiting.isEmpty && admitted < perTurn) {
      admitted += 1
      return
    }
    await new Promise<void>((resolve) => waiting.add(clientNetwork(request), resolve))
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}
