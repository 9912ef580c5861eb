import type { FastifyInstance } from 'fastify'
import { clientNetwork } from './client-address.ts'

/** Number of streams opened per turn, which allows 400 per second. */
const perTurn = 8
const turnMs = 20

/**
 * Opens streams at a bounded rate, alternating between networks. If thousands of clients connect at once, other
 * requests are served in between, and a network with many streams does not delay the others.
 */
export function paceStreams(app: FastifyInstance): void {
  const waiting = new Map<string, (() => void)[]>()
  let admitted = 0
  let timer: NodeJS.Timeout | undefined

  function admitNext(): void {
    admitted = 0
    while (waiting.size > 0 && admitted < perTurn) {
      const [next] = waiting
      if (!next) return
      const [network, queue] = next
      waiting.delete(network)
      queue.shift()?.()
      admitted += 1
      // Moves the network to the end of the queue.
      if (queue.length > 0) waiting.set(network, queue)
    }
    timer = admitted > 0 ? setTimeout(admitNext, turnMs) : undefined
  }

  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.acceptsTicket) return
    timer ??= setTimeout(admitNext, turnMs)
    if (waiting.size === 0 && admitted < perTurn) {
      admitted += 1
      return
    }
    const network = clientNetwork(request)
    const queue = waiting.get(network) ?? []
    waiting.set(network, queue)
    await new Promise<void>((resolve) => queue.push(resolve))
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}
