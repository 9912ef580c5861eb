import { z } from 'zod'
import { toNetwork } from './network.ts'

/** Limits in bytes. */
export interface ByteLimits {
  per_day: number
  per_day_and_address: number
  stored: number
  stored_and_address: number
}

/** The owner to whom uploaded bytes are charged, and the IP address that the upload came from, if known. */
export interface Uploader {
  owner_id: string
  client_ip: string | null
}

/** Lists the subjects to which an upload's bytes are charged: the owner, then the owner's network. */
export function listUsageSubjects({ owner_id, client_ip }: Uploader): string[] {
  const owner = `owner ${owner_id}`
  return client_ip === null ? [owner] : [owner, `network ${toNetwork(client_ip)}`]
}

const bytes = z.int().min(0)

export const ByteUsage = z
  .object({
    today: bytes.describe('Bytes uploaded since midnight UTC.'),
    per_day: bytes.describe('Maximum for `today`.'),
    stored: bytes.describe('Bytes of the PDFs that are stored now.'),
    max_stored: bytes.describe('Maximum for `stored`.'),
  })
  .meta({ id: 'ByteUsage' })
export type ByteUsage = z.infer<typeof ByteUsage>
