import { z } from 'zod'
import { Timestamp } from '../../values/timestamp.ts'
import { MappingFacts, MappingKind } from '../../mapping/mapping.ts'
import type { Route } from '../route.ts'

export const MappingSummary = MappingFacts.extend({
  name: z.string(),
  kind: MappingKind,
  is_draft: z.boolean().describe('Saved by the operator, and never chosen by `auto`.'),
})
  .strip()
  .meta({ id: 'Mapping' })
export type MappingSummary = z.infer<typeof MappingSummary>

export const MappingsAnswer = z.object({
  mappings: z.array(MappingSummary),
  default_mapping: z.string(),
  max_upload_bytes: z.int(),
  max_pdfs_per_batch: z
    .int()
    .describe('Documents that may come together; 1 where batches are switched off.'),
  sends_mail: z.boolean().describe('Whether one may be told by e-mail when a batch has ended.'),
})
export type MappingsAnswer = z.infer<typeof MappingsAnswer>

export const DependenciesAnswer = z.object({
  dependencies: z.array(
    z.object({
      name: z.string(),
      breaker: z
        .enum(['closed', 'open', 'half_open'])
        .describe('Open: jobs that need it wait. Half open: one at a time tries.'),
      probe_at: Timestamp.nullable().describe('When it is tried again.'),
      running: z.int(),
      max_running: z.int(),
    }),
  ),
})
export type DependenciesAnswer = z.infer<typeof DependenciesAnswer>

export const serviceRoutes = {
  listMappings: {
    method: 'GET',
    path: '/api/mappings',
    access: 'public',
    tag: 'This Docket',
    summary: 'What Docket can read, and its limits',
    success: { status: 200, body: MappingsAnswer },
  },
  dependencies: {
    method: 'GET',
    path: '/api/dependencies',
    tag: 'This Docket',
    summary: 'What jobs may wait for, and whether it can be reached',
    success: { status: 200, body: DependenciesAnswer },
  },
  health: {
    method: 'GET',
    path: '/api/healthz',
    access: 'public',
    tag: 'This Docket',
    summary: 'Whether this process answers',
    description: 'Does not ask the database, so that a database outage restarts nothing.',
    success: { status: 200, body: z.object({ status: z.literal('ok'), version: z.string() }) },
  },
} as const satisfies Record<string, Route>
