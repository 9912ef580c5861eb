import type { FastifyInstance } from 'fastify'
import { AppError } from '../domain/errors.ts'
import { passOver } from './pass-over.ts'

/** Switches everything below /api/batch off. */
export function refuseBatches(app: FastifyInstance, maxUploadBytes: number): void {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.url?.startsWith('/api/batch/')) return
    await passOver(request, maxUploadBytes)
    throw new AppError('DISABLED')
  })
}
