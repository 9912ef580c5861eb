import type { FastifyInstance } from 'fastify'
import {
  mappingSource,
  removeDraft,
  saveDraft,
  tryMapping,
  type Trying,
} from '../../review/mapping-trials.ts'
import { nameOf } from '../../domain/api/identity.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { fieldsOf, partsOf } from '../requests/form-parts.ts'
import { ownerOf, requireAdmin } from '../access/identify.ts'
import { serve } from '../requests/serve.ts'

export type MappingRouteDeps = Trying

export function mappingRoutes(app: FastifyInstance, services: MappingRouteDeps): void {
  serve(app, routes.getMapping, ({ params }) => mappingSource(services, params.name))

  serve(app, routes.tryMapping, ({ params, json, request }) => {
    const limits = { maxBytes: services.maxUploadBytes, most: 1 }
    const parts = json ? fieldsOf(json) : partsOf(request, limits)
    return tryMapping({ ...services, log: request.log }, ownerOf(request), params.name, parts)
  })

  serve(app, routes.saveMapping, async ({ params, body, request }) => {
    const saved_by = nameOf(requireAdmin(request))
    const saved = await saveDraft(services, { ...params, ...body, saved_by })
    request.log.info({ mapping: saved.name, version: saved.version }, 'mapping draft saved')
    return saved
  })

  serve(app, routes.deleteMapping, async ({ params, request }) => {
    requireAdmin(request)
    await removeDraft(services, params.name)
    request.log.info({ mapping: params.name }, 'mapping draft deleted')
  })
}
