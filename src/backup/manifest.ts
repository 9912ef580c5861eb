import { z } from 'zod'

/** Describes a backup: which migrations create the tables, and what to load into them. */
export const Manifest = z.object({
  format: z.literal('docket-backup'),
  version: z.literal(1),
  docket: z.string(),
  created_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Keys of files that rows reference but that did not exist. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestName = 'manifest.json'
/** Lines as `sha256sum` writes them, one for every other entry. */
export const checksumsName = 'SHA256SUMS'
export const blobFolder = 'blobs/'

export function tableEntry({ name }: { name: string }): string {
  return `database/${name}.copy`
}
