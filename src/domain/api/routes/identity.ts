import { z } from 'zod'
import { ApiKey, Identity, Scope } from '../identity.ts'
import { Timestamp } from '../../values/timestamp.ts'
import type { Route } from '../route.ts'

export const identityRoutes = {
  whoAmI: {
    method: 'GET',
    path: '/api/me',
    tag: 'Identity',
    summary: 'Who I am here, and what I may do',
    success: { status: 200, body: Identity.omit({ owner_id: true }) },
  },
  claimSession: {
    method: 'POST',
    path: '/api/session/claim',
    tag: 'Identity',
    summary: 'Take over the jobs of this browser after signing in',
    description:
      'Send the token and the cookie. An upload that is still under way is not among them: ask again after it.',
    success: { status: 200, body: z.object({ claimed: z.int() }) },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/session',
    tag: 'Identity',
    summary: 'End the session of this browser, for good',
    success: { status: 204, body: 'nothing' },
  },
  listKeys: {
    method: 'GET',
    path: '/api/keys',
    tag: 'Identity',
    summary: 'List my API keys, newest first',
    success: { status: 200, body: z.object({ keys: z.array(ApiKey) }) },
  },
  createKey: {
    method: 'POST',
    path: '/api/keys',
    honours: ['Idempotency-Key'],
    tag: 'Identity',
    summary: 'Make an API key that opens what is mine',
    description:
      'The answer is the one time that the key is shown: sent again with the same Idempotency-Key, it is `409 SHOWN_ONCE`. That of a browser ends within a year.',
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      scopes: z.array(Scope).min(1).default(['read', 'write']),
      expires_in_days: z.int().min(1).max(3650).nullable().default(null),
    }),
    success: { status: 201, body: ApiKey.extend({ key: z.string() }) },
  },
  revokeKey: {
    method: 'DELETE',
    path: '/api/keys/:id',
    tag: 'Identity',
    summary: 'End a key, for good',
    params: z.object({ id: z.string() }),
    success: { status: 204, body: 'nothing' },
  },
  createTicket: {
    method: 'POST',
    path: '/api/stream-tickets',
    access: 'read',
    tag: 'Identity',
    summary: 'A ticket with which a browser opens one stream',
    description: 'Pass it as `ticket` in the query, once and within half a minute.',
    success: { status: 201, body: z.object({ ticket: z.string(), expires_at: Timestamp }) },
  },
} as const satisfies Record<string, Route>
