import { z } from 'zod'
import { Timestamp } from '../values/timestamp.ts'

/** A key's scope: read only, or read and write. */
export const Scope = z.enum(['read', 'write'])
export type Scope = z.infer<typeof Scope>

export const Tier = z.enum(['standard', 'premium'])
export type Tier = z.infer<typeof Tier>

/** Premium jobs are claimed first. */
export const priorityByTier: Record<Tier, number> = { standard: 0, premium: 10 }

/** How this Docket identifies callers: by session cookie, by token, or by either. */
export const AuthMode = z.enum(['session', 'token', 'both'])
export type AuthMode = z.infer<typeof AuthMode>

/** The caller and its permissions. Jobs belong to `owner_id`. */
export const Identity = z.object({
  kind: z
    .enum(['session', 'user', 'key', 'admin'])
    .describe('A browser session, a user with a token, an API key, or the administrator.'),
  owner_id: z.string(),
  tier: Tier,
  scopes: z.array(Scope),
})
export type Identity = z.infer<typeof Identity>

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

/** A user id without control characters, which neither logs nor the database accept. */
export const UserName = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u)

/** Returns the user's name for records that the owner reads. */
export function getDisplayName({ kind, owner_id }: Pick<Identity, 'kind' | 'owner_id'>): string {
  const [, name = ''] = /^(?:user|key):(.*)$/su.exec(owner_id) ?? []
  switch (kind) {
    case 'session':
      return 'a browser'
    case 'admin':
      return 'the administrator'
    case 'user':
      return name
    case 'key':
      return owner_id.startsWith('user:') ? `${name} (API key)` : `API key dk_${name}`
  }
}
