import { expect, it } from 'vitest'
import { redactUrl } from './redact-url.ts'

it.each([
  ['/api/jobs?limit=5&q=a', '/api/jobs?limit=5&q=a'],
  ['/api/stream?ticket=abc', '/api/stream?ticket=…'],
  ['/x?access_token=a.b.c&limit=1', '/x?access_token=…&limit=1'],
  ['/x?API_KEY=dk_1&apikey=2&password=p', '/x?API_KEY=…&apikey=…&password=…'],
  ['/x?X-Amz-Signature=abc&X-Amz-Credential=y', '/x?X-Amz-Signature=…&X-Amz-Credential=…'],
  ['/x?%74oken=abc', '/x?%74oken=…'],
  ['/x?%=1&code=a=b?c', '/x?%=1&code=…'],
  ['/x?pass=a&passphrase=b&db_passwd=c&nonce=d', '/x?pass=…&passphrase=…&db_passwd=…&nonce=…'],
  ['/api/jobs?status=failed&us_state=a', '/api/jobs?status=failed&us_state=a'],
  ['/api/batch/0198a000/links/abcdefghijklmnop', '/api/batch/0198a000/links/…'],
  ['/api/links/0198a000', '/api/links/0198a000'],
  ['/result/abc123?format=json', '/result/…?format=json'],
  ['/api/unsubscribe/abc', '/api/unsubscribe/…'],
  ['/shared/abc', '/shared/…'],
  ['/api/shared/abc/swimmers', '/api/shared/…/swimmers'],
  ['/join/abc', '/join/…'],
  ['/api/invitations/abc/accept', '/api/invitations/…/accept'],
  ['/api/sign-in/oidc?next=%2Fjoin%2Fabc', '/api/sign-in/oidc?next=…'],
  ['/api/sign-in/oidc/callback?code=a&state=b', '/api/sign-in/oidc/callback?code=…&state=…'],
])('%s is logged as %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged)
})
