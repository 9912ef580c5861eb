import { z } from 'zod'
import { Timestamp } from '../../values/timestamp.ts'
import { BaseMapping, MappingKind } from '../../mapping/mapping.ts'
import type { Route } from '../route.ts'

export const MappingSummary = BaseMapping.extend({
  name: z.string(),
  kind: MappingKind,
  is_draft: z.boolean().describe('Saved by the administrator, and never selected by `auto`.'),
})
  .strip()
  .meta({ id: 'Mapping' })
export type MappingSummary = z.infer<typeof MappingSummary>

export const MappingsResponse = z.object({
  mappings: z.array(MappingSummary),
  default_mapping: z.string(),
  max_upload_bytes: z.int(),
  max_pdfs_per_batch: z
    .int()
    .describe('Maximum number of documents per batch, or 1 if batches are disabled.'),
  sends_mail: z.boolean().describe('Whether email notifications are available.'),
})
export type MappingsResponse = z.infer<typeof MappingsResponse>

export const DependenciesResponse = z.object({
  dependencies: z.array(
    z.object({
      name: z.string(),
      breaker: z
        .enum(['closed', 'open', 'half_open'])
        .describe(
          'Open: jobs that need the dependency wait. Half-open: one job at a time probes it.',
        ),
      probe_at: Timestamp.nullable().describe('Time of the next probe.'),
      running: z.int(),
      max_running: z.int(),
      waiting: z.int().describe('Your jobs that wait for it.'),
    }),
  ),
})
export type DependenciesResponse = z.infer<typeof DependenciesResponse>

export const serviceRoutes = {
  listMappings: {
    method: 'GET',
    path: '/api/mappings',
    access: 'public',
    tag: 'Server',
    summary: 'List mappings and limits',
    success: { status: 200, body: MappingsResponse },
  },
  dependencies: {
    method: 'GET',
    path: '/api/dependencies',
    tag: 'Server',
    summary: 'List external services and their circuit breakers',
    success: { status: 200, body: DependenciesResponse },
  },
  health: {
    method: 'GET',
    path: '/api/healthz',
    acceptsUnknown: true,
    access: 'public',
    tag: 'Server',
    summary: 'Health check',
    description:
      'Does not query the database, so that a database outage does not restart the process.',
    success: { status: 200, body: z.object({ status: z.literal('ok'), version: z.string() }) },
  },
  ready: {
    method: 'GET',
    path: '/api/readyz',
    acceptsUnknown: true,
    access: 'public',
    tag: 'Server',
    summary: 'Readiness check',
    description:
      'Responds with 503 while the database or the file storage is unavailable. Also served at `/readyz`.',
    success: { status: 200, body: z.object({ status: z.literal('ready') }) },
  },
} as const satisfies Record<string, Route>
