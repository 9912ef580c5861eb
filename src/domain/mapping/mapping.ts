import { z } from 'zod'
import { maxSchemaBytes } from '../fields/schema-size.ts'
import { ListedField } from '../fields/field-list.ts'
import { encodeFault } from '../messages/fault-codes.ts'
import { invoiceLayoutShape, Learned } from './invoice-layout.ts'
import {
  FieldsFormat,
  HeatSheetFormat,
  InvoiceFormat,
  OutputFormat,
  TextFormat,
} from './output-formats.ts'
import { ParamKind } from './param-kinds.ts'

const ParamName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, encodeFault('looks_like', { example: 'swimmer_name' }))

/** Name of the parameter that holds a JSON Schema, which may be longer than other parameters. */
export const schemaParam = 'schema'
const maxParamLength = 500

/**
 * Parameters that the user supplies with a document, by name. `createListLimitCheck` limits their number to 50 before
 * the parameters are validated.
 */
export const Params = z
  .record(ParamName, z.string().max(maxSchemaBytes))
  .superRefine((params, context) => {
    for (const [name, value] of Object.entries(params))
      if (name !== schemaParam && value.length > maxParamLength)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: encodeFault('text_too_long', { most: maxParamLength }),
        })
  })
  .meta({ maxProperties: 50 })
export type Params = z.infer<typeof Params>

const Param = z.strictObject({
  name: ParamName,
  title: z.string().min(1),
  required: z.boolean().default(false),
  kind: ParamKind.default('text'),
})

/** Public properties of every kind of mapping. */
export const BaseMapping = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]*_v[0-9]+$/, encodeFault('looks_like', { example: 'my_layout_v1' })),
  title: z.string().min(1),
  description: z.string().min(1),
  /** Parameters that the user is asked to supply. */
  params: z.array(Param).default([]),
  /** The first format is the default download. */
  outputs: z.array(OutputFormat).min(1),
})

export type BaseMapping = z.infer<typeof BaseMapping>

/** Builds the schema for a mapping that has no settings besides its reader. */
function withReader<Reader extends string, Format extends z.ZodType>(
  reader: Reader,
  format: Format,
) {
  return BaseMapping.extend({ reader: z.literal(reader), outputs: z.array(format).min(1) })
}

const TextMapping = withReader('text', TextFormat)
const InvoiceMapping = BaseMapping.extend({
  reader: z.literal('invoice'),
  outputs: z.array(InvoiceFormat).min(1).default(['json', 'xml', 'csv', 'ubl']),
  ...invoiceLayoutShape,
})
export type InvoiceMapping = z.infer<typeof InvoiceMapping>

/** Uses the vocabulary to read invoices in any layout. */
const GenericMapping = withReader('generic', InvoiceFormat)
export type GenericMapping = z.infer<typeof GenericMapping>
const HeatSheetMapping = withReader('heat_sheet', HeatSheetFormat)

/** Reads the e-invoice embedded in a PDF instead of the pages. */
const EmbeddedMapping = withReader('embedded', InvoiceFormat)

/** Reads the fields listed in the mapping or defined by the request's schema. */
const FieldsMapping = BaseMapping.extend({
  reader: z.literal('fields'),
  outputs: z.array(FieldsFormat).min(1).default(['fields', 'json']),
  fields: z.array(ListedField).min(1).max(100).optional(),
  schema: z.record(z.string(), z.unknown()).optional().describe('Instead of `fields`.'),
  /** Phrases that identify a learned layout. Its labels apply only to documents that contain all of them. */
  match: z.array(z.string().min(1)).min(1).max(20).optional(),
  learned: Learned.optional(),
})
export type FieldsMapping = z.infer<typeof FieldsMapping>

/** A named and versioned definition of how to read a kind of document and which files to write from the reading. */
export const Mapping = z.discriminatedUnion(
  'reader',
  [TextMapping, InvoiceMapping, GenericMapping, EmbeddedMapping, HeatSheetMapping, FieldsMapping],
  {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? encodeFault('not_a_reader', {
            readers: ['text', 'invoice', 'generic', 'embedded', 'heat_sheet', 'fields'],
          })
        : undefined,
  },
)
export type Mapping = z.infer<typeof Mapping>

/** What a mapping is for, in the user's terms. */
export const MappingKind = z.enum(['auto', 'invoice', 'heat_sheet', 'text', 'fields'])
export type MappingKind = z.infer<typeof MappingKind>

export const kindsByReader: Record<Mapping['reader'], MappingKind> = {
  text: 'text',
  invoice: 'invoice',
  generic: 'invoice',
  embedded: 'invoice',
  heat_sheet: 'heat_sheet',
  fields: 'fields',
}

/** Detects the kind of document and chooses its mapping. Users select it like any other mapping. */
export const autoMapping: BaseMapping = {
  name: 'auto',
  title: 'Automatic',
  description: 'Detects invoices, e-invoices and heat sheets; converts any other PDF to text.',
  params: [],
  outputs: ['json', 'xml', 'csv', 'ubl', 'ics', 'txt'],
}

/** Name of the mapping for documents that match no other. */
export const textMappingName = 'document_text_v1'
const genericMappingName = 'invoice_v1'
/** Name of the mapping for documents submitted with a schema. */
export const fieldsMappingName = 'fields_v1'

/** Notes for the user about the mapping that `auto` chose. */
export const remarks = {
  any_invoice: 'No layout matched, so this document was read as a generic invoice.',
  any_document:
    'No layout matched, and this does not look like an invoice or heat sheet, so only the text was extracted.',
} as const

export function getChoiceRemark(
  requested: string,
  mappingUsed: string,
): keyof typeof remarks | null {
  if (requested !== autoMapping.name) return null
  if (mappingUsed === genericMappingName) return 'any_invoice'
  return mappingUsed === textMappingName ? 'any_document' : null
}

/**
 * Lists all mappings that users can select, including `auto`, which accepts every mapping's parameters and requires
 * none.
 */
export function listSelectableMappings(
  mappings: ReadonlyMap<string, Mapping>,
): ReadonlyMap<string, BaseMapping> {
  const optional = [...mappings.values()].flatMap(({ params }) => params)
  const params = [...new Map(optional.map((param) => [param.name, param])).values()]
  const any = { ...autoMapping, params: params.map((param) => ({ ...param, required: false })) }
  return new Map<string, BaseMapping>([[autoMapping.name, any], ...mappings])
}

export function getMappingKind(name: string, mappings: ReadonlyMap<string, Mapping>): MappingKind {
  const mapping = mappings.get(name)
  return mapping ? kindsByReader[mapping.reader] : 'auto'
}
