import { z } from 'zod'
import { CorrectableReading } from '../../review/change.ts'
import { Timestamp } from '../../values/timestamp.ts'
import { Box, Page, Word } from '../../reading/reading.ts'
import { encodeFault } from '../../messages/fault-codes.ts'
import { RenderedMessage } from '../../messages/message.ts'
import { noContent, type Route } from '../route.ts'

const MappingSource = z
  .object({
    name: z.string(),
    yaml: z.string(),
    is_draft: z.boolean(),
    version: z.int().nullable().describe('Draft version, or null for built-in mappings.'),
    saved_by: z.string().nullable(),
    saved_at: Timestamp.nullable(),
  })
  .meta({ id: 'MappingSource' })
export type MappingSource = z.infer<typeof MappingSource>

const Place = z.object({ page: z.int(), box: Box, text: z.string() })

const Finding = RenderedMessage.extend({
  severity: z.enum(['error', 'hint']),
  line: z.int(),
  column: z.int(),
  path: z.string().nullable().describe('The key it is about: `fields.date`.'),
})

/** The report from `docket mappings check`. */
const Explanation = z.object({
  page_count: z.int(),
  matches: z.array(z.object({ text: z.string(), found: z.boolean(), page: z.int().nullable() })),
  also_claimed_by: z.array(z.string()),
  steps: z
    .array(z.looseObject({ step: z.string() }))
    .describe('Steps in order: every value with the places searched, every table line.'),
  nearest: z
    .record(z.string(), Place)
    .describe('The closest match for each text that was not found.'),
})

const DrawnPage = Page.pick({ number: true, width: true, height: true }).extend({
  words: z.array(Word.pick({ text: true, box: true, baseline: true, font_size: true })),
})
export type DrawnPage = z.infer<typeof DrawnPage>

const Trial = z
  .object({
    lines: z.int().describe('Length of the mapping in lines.'),
    findings: z
      .array(Finding)
      .describe('The first 20. If one is an error, the document was not read.'),
    more_findings: z.int().min(0).describe('Number of findings beyond the first 20.'),
    explanation: Explanation.nullable().describe('Null for mappings without a layout.'),
    reading: CorrectableReading.nullable().describe('Null for plain text.'),
    pages: z
      .array(DrawnPage)
      .describe('Word positions for drawing, on the first 40 pages. Scans have none.'),
  })
  .meta({ id: 'Trial' })
export type Trial = z.infer<typeof Trial>

const mappingName = z.object({
  name: z
    .string()
    .max(100)
    .regex(/^[a-z][a-z0-9_]*_v[0-9]+$/, encodeFault('looks_like', { example: 'my_layout_v1' })),
})
const yaml = z.string().max(64 * 1024)
const tag = 'Mappings'

export const mappingRoutes = {
  getMapping: {
    method: 'GET',
    path: '/api/mappings/:name',
    tag,
    summary: 'Get the YAML of a mapping',
    params: mappingName,
    success: { status: 200, body: MappingSource },
  },
  tryMapping: {
    method: 'POST',
    path: '/api/mappings/:name/try',
    budget: 'trials',
    tag,
    summary: 'Test a mapping with a document',
    description: 'Uses `yaml`, if given, instead of the saved mapping. Nothing is stored.',
    params: mappingName,
    form: z.object({
      file: z.file().optional().describe('PDF file.'),
      job_id: z.string().optional().describe('ID of one of your jobs, instead of a file.'),
      yaml: z.string().optional(),
      params: z.string().optional().describe('Mapping parameters as a JSON object.'),
    }),
    json: z.strictObject({
      job_id: z.uuid(),
      yaml: yaml.optional(),
      params: z.record(z.string(), z.string()).meta({ maxProperties: 50 }).optional(),
    }),
    maxBodyBytes: 96 * 1024,
    success: { status: 200, body: Trial },
  },
  saveMapping: {
    method: 'PUT',
    path: '/api/mappings/:name',
    tag,
    summary: 'Save a mapping draft (admin)',
    params: mappingName,
    body: z.strictObject({ yaml }),
    maxBodyBytes: 96 * 1024,
    success: { status: 200, body: MappingSource },
  },
  deleteMapping: {
    method: 'DELETE',
    path: '/api/mappings/:name',
    tag,
    summary: 'Delete a mapping draft (admin)',
    params: mappingName,
    success: noContent,
  },
} as const satisfies Record<string, Route>
