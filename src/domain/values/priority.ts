import { z } from 'zod'

export const Tier = z.enum(['standard', 'premium'])
export type Tier = z.infer<typeof Tier>

/** Jobs with a higher priority are claimed first (`pick_jobs` in migrations/0004_claim.sql). */
export const priorityByTier: Record<Tier, number> = { standard: 0, premium: 10 }
