import { z } from 'zod'

/** Limits in bytes. */
export interface ByteLimits {
  per_day: number
  per_day_and_address: number
  stored: number
  stored_and_address: number
}

const bytes = z.int().min(0)

export const ByteUsage = z
  .object({
    today: bytes.describe('Bytes uploaded since midnight UTC.'),
    per_day: bytes.describe('Limit of `today`.'),
    stored: bytes.describe('Bytes of the PDFs that are stored now.'),
    max_stored: bytes.describe('Limit of `stored`.'),
  })
  .meta({ id: 'ByteUsage' })
export type ByteUsage = z.infer<typeof ByteUsage>
