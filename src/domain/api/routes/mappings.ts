import { z } from 'zod'
import { CorrectableReading } from '../../review/change.ts'
import { Timestamp } from '../../values/timestamp.ts'
import { Box, Page, Word } from '../../reading/reading.ts'
import type { Route } from '../route.ts'

const MappingSource = z
  .object({
    name: z.string(),
    yaml: z.string(),
    is_draft: z.boolean(),
    version: z.int().nullable().describe('Of a draft.'),
    saved_by: z.string().nullable(),
    saved_at: Timestamp.nullable(),
  })
  .meta({ id: 'MappingSource' })
export type MappingSource = z.infer<typeof MappingSource>

const Place = z.object({ page: z.int(), box: Box, text: z.string() })

const Finding = z.object({
  severity: z.enum(['error', 'hint']),
  line: z.int(),
  column: z.int(),
  message: z.string(),
})

/** What `docket mappings check` tells. */
const Explanation = z.object({
  page_count: z.int(),
  matches: z.array(z.object({ text: z.string(), found: z.boolean(), page: z.int().nullable() })),
  also_claimed_by: z.array(z.string()),
  steps: z
    .array(z.looseObject({ step: z.string() }))
    .describe(
      'What was done, in order: each value with the places it was looked for, each line of the table.',
    ),
  nearest: z.record(z.string(), Place).describe('What looks most like a text that was not found.'),
})

const DrawnPage = Page.pick({ number: true, width: true, height: true }).extend({
  words: z.array(Word.pick({ text: true, box: true, baseline: true, font_size: true })),
})
export type DrawnPage = z.infer<typeof DrawnPage>

const Trial = z
  .object({
    lines: z.int().describe('How long the mapping is.'),
    findings: z.array(Finding).describe('With a mistake among them, nothing was read.'),
    explanation: Explanation.nullable().describe('Of a mapping that describes a layout.'),
    reading: CorrectableReading.nullable().describe('Null for plain text.'),
    pages: z
      .array(DrawnPage)
      .describe(
        'Where the words stand, to draw boxes over: of the first 40 pages, none of a scan.',
      ),
  })
  .meta({ id: 'Trial' })
export type Trial = z.infer<typeof Trial>

const mappingName = z.object({
  name: z
    .string()
    .max(100)
    .regex(/^[a-z][a-z0-9_]*_v[0-9]+$/, 'must look like my_layout_v1'),
})
const yaml = z.string().max(64 * 1024)
const tag = 'Mappings'

export const mappingRoutes = {
  getMapping: {
    method: 'GET',
    path: '/api/mappings/:name',
    tag,
    summary: 'A mapping as it is written',
    params: mappingName,
    success: { status: 200, body: MappingSource },
  },
  tryMapping: {
    method: 'POST',
    path: '/api/mappings/:name/try',
    budget: 'trials',
    tag,
    summary: 'Read a document by a mapping, and see how that went',
    description: 'With `yaml`, by that instead of what is kept under the name. Nothing is stored.',
    params: mappingName,
    form: z.object({
      file: z.file().optional().describe('The PDF.'),
      job_id: z.string().optional().describe('A job of mine, instead of the file.'),
      yaml: z.string().optional(),
      params: z.string().optional().describe("A JSON object with the mapping's parameters."),
    }),
    json: z.strictObject({
      job_id: z.uuid(),
      yaml: yaml.optional(),
      params: z.record(z.string(), z.string()).optional(),
    }),
    success: { status: 200, body: Trial },
  },
  saveMapping: {
    method: 'PUT',
    path: '/api/mappings/:name',
    tag,
    summary: 'Save a draft, which can be asked for by name (operator)',
    params: mappingName,
    body: z.strictObject({ yaml }),
    success: { status: 200, body: MappingSource },
  },
  deleteMapping: {
    method: 'DELETE',
    path: '/api/mappings/:name',
    tag,
    summary: 'Delete a draft (operator)',
    params: mappingName,
    success: { status: 204, body: 'nothing' },
  },
} as const satisfies Record<string, Route>
