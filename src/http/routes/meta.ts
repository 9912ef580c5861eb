import type { FastifyInstance } from 'fastify'
import { listDraftMappings } from '../../intake/mapping-drafts.ts'
import type { Readiness } from '../../operations/readiness.ts'
import { loadDependencies } from '../../operations/dependencies.ts'
import {
  listSelectableMappings,
  getMappingKind,
  kindsByReader,
  type Mapping,
} from '../../domain/mapping/mapping.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerId } from '../access/authorise.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { Database } from '../../db/db.ts'

export interface MetaRouteDeps {
  db: Database
  mappings: ReadonlyMap<string, Mapping>
  defaultMapping: string
  maxUploadBytes: number
  maxPdfsPerBatch: number
  /** If false, only single documents are accepted, and batches are rejected. */
  isBatchApiEnabled: boolean
  /** Whether a mail server is configured. */
  sendsMail: boolean
  version: string
  readiness: Readiness
}

export function metaRoutes(app: FastifyInstance, services: MetaRouteDeps): void {
  const { mappings, defaultMapping, maxUploadBytes, maxPdfsPerBatch, isBatchApiEnabled, version } =
    services

  serveRoute(app, routes.listMappings, async () => ({
    mappings: [
      ...[...listSelectableMappings(mappings).values()].map((facts) => ({
        ...facts,
        kind: getMappingKind(facts.name, mappings),
        is_draft: false,
      })),
      ...(await listDraftMappings(services.db)).map((draft) => ({
        ...draft,
        kind: kindsByReader[draft.reader],
        is_draft: true,
      })),
    ],
    default_mapping: defaultMapping,
    max_upload_bytes: maxUploadBytes,
    sends_mail: services.sendsMail,
    max_pdfs_per_batch: isBatchApiEnabled ? maxPdfsPerBatch : 1,
  }))

  serveRoute(app, routes.dependencies, ({ request }) =>
    loadDependencies(services.db, ownerId(request)),
  )

  serveRoute(app, routes.ready, async () => {
    await services.readiness.check()
    return { status: 'ready' as const }
  })

  serveRoute(app, routes.health, async () => ({ status: 'ok' as const, version }))
}
