import type { FastifyInstance } from 'fastify'
import {
  loadMappingSource,
  removeDraft,
  saveDraft,
  tryMapping,
  type TrialDeps,
} from '../../review/mapping-trials.ts'
import { createTrialSlots } from '../../review/trial-slots.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { drainBody } from '../requests/drain-body.ts'
import { getDisplayName } from '../../domain/api/identity.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { jsonToParts, readParts } from '../requests/form-parts.ts'
import { ownerId, requireAdmin } from '../access/authorise.ts'
import { serveRoute } from '../requests/serve-route.ts'

export type MappingRouteDeps = TrialDeps

export function mappingRoutes(app: FastifyInstance, services: MappingRouteDeps): void {
  serveRoute(app, routes.getMapping, ({ params }) => loadMappingSource(services, params.name))

  const slots = createTrialSlots()

  serveRoute(app, routes.tryMapping, async ({ params, json, request }) => {
    const limits = { maxBytes: services.maxUploadBytes, maxItems: 1 }
    const owner = ownerId(request)
    const work = () => {
      const parts = json ? jsonToParts(json) : readParts(request, limits)
      return tryMapping({ ...services, log: request.log, slots }, owner, params.name, parts)
    }
    try {
      return await slots.forOwner(owner, work)
    } catch (error) {
      if (error instanceof AppError && error.code === 'BUSY') {
        await drainBody(request, services.maxUploadBytes)
      }
      throw error
    }
  })

  serveRoute(app, routes.saveMapping, async ({ params, body, request }) => {
    const saved_by = getDisplayName(requireAdmin(request))
    const saved = await saveDraft(services, { ...params, ...body, saved_by })
    request.log.info({ mapping: saved.name, version: saved.version }, 'mapping draft saved')
    return saved
  })

  serveRoute(app, routes.deleteMapping, async ({ params, request }) => {
    requireAdmin(request)
    await removeDraft(services, params.name)
    request.log.info({ mapping: params.name }, 'mapping draft deleted')
  })
}
