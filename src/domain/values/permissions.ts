import { z } from 'zod'

/** A user's role in a workspace. A user without a team is an owner. */
export const Role = z.enum(['owner', 'member', 'viewer'])
export type Role = z.infer<typeof Role>

/** A key's scope: read only, or read and write. */
export const Scope = z.enum(['read', 'write'])
export type Scope = z.infer<typeof Scope>

/** Returns the scopes that remain for a caller with this role: a viewer may only read. */
export function limitScopes(scopes: Scope[], role: Role): Scope[] {
  return role === 'viewer' ? scopes.filter((scope) => scope === 'read') : scopes
}
