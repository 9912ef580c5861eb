import { expect, it } from 'vitest'
import { docketForTest } from '../../support/docket/docket.ts'
import { parseStatus, sendRaw } from '../../support/docket/raw-http.ts'

it.each([
  ['once', 'Host: 127.0.0.1', 200],
  ['twice', 'Host: 127.0.0.1\r\nHost: 127.0.0.1', 400],
  ['twice, in another case', 'Host: 127.0.0.1\r\nhOST: evil.example', 400],
  ['twice, after thousands of other headers', `Host: a\r\n${'x:\r\n'.repeat(2_500)}Host: b`, 400],
  ['by its IPv6 address', 'Host: [::1]:3000', 200],
  ['with an empty name', 'Host: ', 200],
  ['with a space', 'Host: a b', 400],
  ['with a user', 'Host: a@b', 400],
  ['with a path', 'Host: a/b', 400],
  ['with a port that does not exist', 'Host: a:99999', 400],
  ['with an invalid address', 'Host: 1.2.3.4.5', 400],
  ['with an open bracket', 'Host: [', 400],
])('a request that names its host %s', async (_, host, status) => {
  const { url } = await docketForTest()
  const request = `GET /api/healthz HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`
  expect(parseStatus(await sendRaw(url, request))).toBe(status)
})
