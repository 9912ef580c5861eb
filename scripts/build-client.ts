// Builds the package @docket/client in packages/client/dist: ESM, CommonJS and types, without dependencies.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import type { z } from 'zod'
import type { Route } from '../src/domain/api/route.ts'
import { routes } from '../src/domain/api/routes/routes.ts'
import { ErrorCode } from '../src/domain/errors/app-error.ts'
import { FieldsReading } from '../src/domain/fields/fields-reading.ts'
import { HeatSheetReading } from '../src/domain/heat-sheet/heat-sheet.ts'
import { InvoiceReading } from '../src/domain/invoice/invoice.ts'
import { Batch, BatchItem, BatchResponse, BatchState } from '../src/domain/job/batch.ts'
import { BatchEvent, JobEvent } from '../src/domain/job/event.ts'
import { Job, JobDetail } from '../src/domain/job/job.ts'
import { DownloadFormat } from '../src/domain/mapping/output-formats.ts'
import { JobsPage } from '../src/domain/api/routes/jobs.ts'
import { Reading } from '../src/domain/reading/reading.ts'
import { createTypeWriter } from './schema-types.ts'
import { withoutSchemas } from './web-plugins.ts'

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'packages/client')
const out = path.join(folder, 'dist')

/** Declarations that the package copies from the client's source, by file. */
const copied = {
  'upload-form.ts': ['Source', 'SendOptions', 'UploadOptions'],
  'follow.ts': ['FollowOptions'],
  'docket.ts': [
    'WaitOptions',
    'Submission',
    'Docket',
    'ExtractOptions',
    'SchemaOptions',
    'Extraction',
    'ReadingOf',
  ],
  'verify-webhook.ts': ['WebhookRequest'],
}

function copyDeclarations(): string[] {
  return Object.entries(copied).flatMap(([file, names]) => {
    const source = readFileSync(path.join(root, 'src/client', file), 'utf8')
    return names.map((name) => copyDeclaration(source, name))
  })
}

/** Copies an exported interface or type with its comment; a blank line ends it. */
function copyDeclaration(source: string, name: string): string {
  const paragraph = source
    .split(/\n{2,}/)
    .find((text) => new RegExp(`^export (interface|type) ${name}\\b`, 'm').test(text))
  if (paragraph === undefined) throw new Error(`The client does not declare ${name}`)
  return `${paragraph}\n`
}

/** Types that the handwritten declarations use. */
const models: Record<string, z.ZodType> = {
  ErrorCode,
  Job,
  JobDetail,
  JobEvent,
  JobsPage,
  Batch,
  BatchItem,
  BatchEvent,
  BatchState,
  BatchResponse,
  DownloadFormat,
  InvoiceReading,
  HeatSheetReading,
  FieldsReading,
  TextReading: Reading,
}

function writeTypes(): string {
  const writer = createTypeWriter()
  const own = new Map(Object.entries(models).map(([name, schema]) => [name, writer.write(schema)]))
  const table = Object.entries<Route>(routes).map(([name, route]) => {
    return `/** ${route.summary.replaceAll('*/', '')}. */\n${name}: Route<${writeRouteInput(route, writer)}, ${writeRouteOutput(route, writer)}>`
  })
  const all = new Map([...writer.named, ...[...own].filter(([name, text]) => text !== name)])
  const declared = [...all].map(([name, text]) => `export type ${name} = ${text}\n`)
  const source = readFileSync(path.join(folder, 'client.d.ts'), 'utf8')
  // The first paragraph of the file is a comment for maintainers.
  const written = source.slice(source.indexOf('\n\n') + 2)
  return [
    written,
    ...copyDeclarations(),
    ...declared,
    `export interface Routes {\n${table.join('\n')}\n}\n`,
  ].join('\n')
}

type Writer = ReturnType<typeof createTypeWriter>

function writeRouteInput(route: Route, writer: Writer): string {
  const parts = (['params', 'query', 'body', 'json'] as const).flatMap((part) => {
    const schema = route[part]
    if (!schema) return []
    const { text, isOptional } = writer.writeInput(schema)
    const isOmissible = part === 'json' || (isOptional && schema.safeParse({}).success)
    return [`${part}${isOmissible ? '?' : ''}: ${text}`]
  })
  if (route.form) parts.push('form?: FormData')
  if (route.text !== undefined) parts.push('text?: string')
  return `{ ${parts.join('; ')} }`
}

function writeRouteOutput({ success: { body } }: Route, writer: Writer): string {
  if (body === 'nothing') return 'void'
  return body === 'file' ? 'Response' : writer.write(body)
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
await build({
  configFile: false,
  root: folder,
  logLevel: 'warn',
  plugins: [withoutSchemas(path.join(root, 'scripts/client-zod-stub.ts'))],
  build: {
    outDir: out,
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    rolldownOptions: { treeshake: { moduleSideEffects: false, propertyReadSideEffects: false } },
    lib: {
      entry: path.join(root, 'src/client/sdk.ts'),
      formats: ['es', 'cjs'],
      fileName: (format) => (format === 'es' ? 'index.mjs' : 'index.cjs'),
    },
  },
})
const types = writeTypes()
writeFileSync(path.join(out, 'index.d.mts'), types)
writeFileSync(path.join(out, 'index.d.cts'), types)
