import { z } from 'zod'
import { ApiKey } from '../identity.ts'
import { Scope } from '../../values/permissions.ts'
import { ByteUsage } from '../byte-usage.ts'
import { Timestamp } from '../../values/timestamp.ts'
import { noContent, type Route } from '../route.ts'

export const identityRoutes = {
  getUsage: {
    method: 'GET',
    path: '/api/usage',
    tag: 'Identity',
    summary: 'Get how many bytes you have uploaded and stored, with the limits',
    success: { status: 200, body: ByteUsage },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/session',
    tag: 'Identity',
    summary: 'End the browser session permanently',
    success: noContent,
  },
  listKeys: {
    method: 'GET',
    path: '/api/keys',
    tag: 'Identity',
    summary: 'List API keys, newest first',
    success: { status: 200, body: z.object({ keys: z.array(ApiKey) }) },
  },
  createKey: {
    method: 'POST',
    path: '/api/keys',
    requestHeaders: ['Idempotency-Key'],
    tag: 'Identity',
    summary: 'Create an API key',
    description:
      'The key is returned only once: a repeated request with the same Idempotency-Key gets `409 SHOWN_ONCE`. A key of a browser session expires within a year.',
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      scopes: z.array(Scope).min(1).max(10).default(['read', 'write']),
      expires_in_days: z.int().min(1).max(3650).nullable().default(null),
    }),
    success: { status: 201, body: ApiKey.extend({ key: z.string() }) },
  },
  revokeKey: {
    method: 'DELETE',
    path: '/api/keys/:id',
    tag: 'Identity',
    summary: 'Revoke an API key',
    params: z.object({ id: z.string() }),
    success: noContent,
  },
  createTicket: {
    method: 'POST',
    path: '/api/stream-tickets',
    access: 'read',
    tag: 'Identity',
    summary: 'Create a ticket that lets a browser open one stream',
    description: 'Pass it as the `ticket` query parameter within 30 seconds; it works once.',
    success: { status: 201, body: z.object({ ticket: z.string(), expires_at: Timestamp }) },
  },
} as const satisfies Record<string, Route>
