import { z } from 'zod'

export const TextFormat = z.enum(['json', 'txt'])

export const InvoiceFormat = z.enum(['json', 'xml', 'csv', 'ubl'])
export type InvoiceFormat = z.infer<typeof InvoiceFormat>

export const HeatSheetFormat = z.enum(['json', 'ics', 'csv'])
export type HeatSheetFormat = z.infer<typeof HeatSheetFormat>

/**
 * Output formats for requested fields. `fields` is exactly the requested object, and `json` is the whole reading with
 * its evidence.
 */
export const FieldsFormat = z.enum(['fields', 'json'])
export type FieldsFormat = z.infer<typeof FieldsFormat>

export const OutputFormat = z.enum([...TextFormat.options, 'xml', 'csv', 'ubl', 'ics', 'fields'])
export type OutputFormat = z.infer<typeof OutputFormat>

export const contentTypes: Record<OutputFormat, string> = {
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  ubl: 'application/xml; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  fields: 'application/json; charset=utf-8',
}

/** Output formats plus XLSX, which is generated from an invoice's reading on download. */
export const DownloadFormat = z.enum([...OutputFormat.options, 'xlsx'])
export type DownloadFormat = z.infer<typeof DownloadFormat>
