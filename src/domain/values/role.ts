import { z } from 'zod'

/** A user's role in a workspace. A user without a team is an owner. */
export const Role = z.enum(['owner', 'member', 'viewer'])
export type Role = z.infer<typeof Role>
