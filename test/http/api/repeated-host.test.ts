import { expect, it } from 'vitest'
import { docketForTest } from '../../support/docket/docket.ts'
import { parseStatus, sendRaw } from '../../support/docket/raw-http.ts'

it.each([
  ['once', 'Host: 127.0.0.1', 200],
  ['twice', 'Host: 127.0.0.1\r\nHost: 127.0.0.1', 400],
  ['twice, in another case', 'Host: 127.0.0.1\r\nhOST: evil.example', 400],
])('a request that names its host %s', async (_, host, status) => {
  const { url } = await docketForTest()
  const request = `GET /api/healthz HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`
  expect(parseStatus(await sendRaw(url, request))).toBe(status)
})
