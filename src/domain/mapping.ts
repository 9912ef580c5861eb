import { z } from 'zod'

export const OutputFormat = z.enum(['json', 'txt'])
export type OutputFormat = z.infer<typeof OutputFormat>

/** What each format is called on disk and on the wire. */
export const contentTypes: Record<OutputFormat, string> = {
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

/** A named, versioned recipe: how to read a kind of document and what to write from it. */
export const Mapping = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]*_v[0-9]+$/, 'must look like my_layout_v1'),
  title: z.string().min(1),
  description: z.string().min(1),
  reader: z.enum(['text']),
  /** The first one is what a download without `format` gives. */
  outputs: z.array(OutputFormat).min(1),
})
export type Mapping = z.infer<typeof Mapping>

/** Parameters a person gives with a document. `document_text_v1` takes none; values are plain text. */
export const Params = z.record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), z.string().max(500))
export type Params = z.infer<typeof Params>
