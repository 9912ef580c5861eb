import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { drainBody } from './drain-body.ts'

export function isBatchPath(path: string): boolean {
  return path.startsWith('/api/batch/')
}

/** Disables all routes below /api/batch. */
export function disableBatches(app: FastifyInstance, maxUploadBytes: number): void {
  app.addHook('onRequest', async (request) => {
    if (!isBatchPath(request.routeOptions.url ?? '')) return
    await drainBody(request, maxUploadBytes)
    throw new AppError('DISABLED')
  })
}
