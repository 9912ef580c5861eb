import { z } from 'zod'

/** Describes a backup: the migrations that create the tables, and the data to load into them. */
export const Manifest = z.object({
  format: z.literal('docket-backup'),
  version: z.literal(1),
  docket: z.string(),
  created_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Keys of files that rows referenced but that did not exist. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestName = 'manifest.json'
/** Name of the list of checksums, in the format of `sha256sum`: one line for every other entry. */
export const checksumsName = 'SHA256SUMS'
export const blobFolder = 'blobs/'

export function tableEntry({ name }: { name: string }): string {
  return `database/${name}.copy`
}
