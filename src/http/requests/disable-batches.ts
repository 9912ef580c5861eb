import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import { passOver } from './drain-body.ts'

export function isOfBatches(path: string): boolean {
  return path.startsWith('/api/batch/')
}

/** Switches everything below /api/batch off. */
export function refuseBatches(app: FastifyInstance, maxUploadBytes: number): void {
  app.addHook('onRequest', async (request) => {
    if (!isOfBatches(request.routeOptions.url ?? '')) return
    await passOver(request, maxUploadBytes)
    throw new AppError('DISABLED')
  })
}
