import { z } from 'zod'
import { anonymousName } from '../values/anonymous-name.ts'
import { limitScopes, Role, Scope } from '../values/permissions.ts'
import { Tier } from '../values/priority.ts'
import { Timestamp } from '../values/timestamp.ts'

/** How this Docket authenticates callers: by session cookie, by token, or by either. */
export const AuthMode = z.enum(['session', 'token', 'both'])
export type AuthMode = z.infer<typeof AuthMode>

/** A caller, as identified by its credentials. */
export const Principal = z.object({
  kind: z
    .enum(['session', 'user', 'key', 'admin'])
    .describe('A browser session, a user, an API key, or the administrator.'),
  owner_id: z.string(),
  tier: Tier,
  scopes: z.array(Scope),
  name: z.string().optional(),
})
export type Principal = z.infer<typeof Principal>

/**
 * A caller in a workspace. `owner_id` identifies the workspace, which owns jobs, and `id` identifies the caller, who
 * owns API keys.
 */
export const Identity = Principal.extend({
  id: z.string(),
  name: z.string().nullable().describe('Null for a browser in which nobody has signed in.'),
  role: Role,
})
export type Identity = z.infer<typeof Identity>

/** Builds the identity of a caller without a team. */
export function toIdentity(principal: Principal): Identity {
  const { owner_id: id, name = findOwnName(principal) } = principal
  return { ...principal, id, name, role: 'owner' }
}

/** Builds a member's identity in a workspace, with their role's permissions. */
export function enterWorkspace(
  principal: Principal,
  { owner_id, role, name }: Pick<Identity, 'owner_id' | 'role'> & { name: string },
): Identity {
  const { owner_id: id, scopes } = principal
  return { ...principal, id, owner_id, name, role, scopes: limitScopes(scopes, role) }
}

/** A key as its owner sees it. The secret is shown once, when the key is created. */
export const ApiKey = z
  .object({
    id: z.string().describe('Public prefix: `dk_` and twelve digits.'),
    name: z.string(),
    scopes: z.array(Scope),
    tier: Tier,
    created_at: Timestamp,
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

export function toUserOwnerId(user: string): string {
  return `user:${user}`
}

/** A user ID without control characters or lone surrogates, which the logs and the database reject. */
export const UserName = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u)

/** Returns the caller's name, for records that the owner can read. */
export function getDisplayName({ kind, name }: Pick<Identity, 'kind' | 'name'>): string {
  if (kind === 'admin') return 'the administrator'
  if (name === null) return anonymousName
  return kind === 'key' ? `${name} (API key)` : name
}

/** Returns the name contained in a user's or key's ID. Returns null for sessions and the administrator. */
function findOwnName({ kind, owner_id }: Principal): string | null {
  if (kind === 'session' || kind === 'admin') return null
  const [, name = owner_id] = /^(?:user|key):(.*)$/su.exec(owner_id) ?? []
  return name
}
