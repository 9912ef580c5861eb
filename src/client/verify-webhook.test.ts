import { expect, it } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from './verify-webhook.ts'

const secret = `whsec_${Buffer.from('a secret that only tests may know').toString('base64')}`
const other = `whsec_${Buffer.from('another secret').toString('base64')}`
const body = '{"type":"job.complete"}'
const sentAt = new Date('2026-11-15T00:00:00Z')
const headers = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(sentAt.getTime() / 1000),
  'webhook-signature': new Webhook(secret).sign('msg_1', sentAt, body),
}

it.each([
  ['its own request', {}, 0, true],
  ['a request signed with the previous secret', { secret: [other, secret] }, 60, true],
  ['a request with Headers', { headers: new Headers(headers) }, 0, true],
  ['a body of bytes', { body: Buffer.from(body) }, 0, true],
  [
    'headers in other case',
    { headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v])) },
    0,
    true,
  ],
  ['a changed body', { body: `${body} ` }, 0, false],
  ['another secret', { secret: other }, 0, false],
  ['a secret that is not base64', { secret: 'whsec_%' }, 0, false],
  ['an old request', {}, 301, false],
  ['a request from the future', {}, -301, false],
  ['no headers', { headers: {} }, 0, false],
  [
    'an unknown signature version',
    { headers: { ...headers, 'webhook-signature': 'v9,abc' } },
    0,
    false,
  ],
  ['a timestamp that is none', { headers: { ...headers, 'webhook-timestamp': 'now' } }, 0, false],
])('judges %s', async (_, change, laterSeconds, expected) => {
  const now = sentAt.getTime() + laterSeconds * 1000
  expect(await verifyWebhook({ secret, headers, body, ...change }, now)).toBe(expected)
})

it.each([
  ['an undefined secret', { secret: undefined }, 'needs a secret'],
  ['an empty secret', { secret: '' }, 'needs a secret'],
  ['no secrets', { secret: [] }, 'needs a secret'],
  ['one empty secret of two', { secret: [secret, ''] }, 'needs a secret'],
  ['a parsed body', { body: { type: 'job.complete' } }, 'express.raw'],
  ['no body', { body: undefined }, 'raw body'],
])('throws for %s', async (_, change, text) => {
  const request = { secret, headers, body, ...change } as Parameters<typeof verifyWebhook>[0]
  await expect(verifyWebhook(request)).rejects.toThrow(text)
})
