import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createWebhookSecret, signatureHeaders } from '../../src/notify/webhook-signature.ts'
import { temporaryFolder } from '../support/command.ts'

interface Example {
  isFromDocket(secret: string, headers: Record<string, string>, body: string): boolean
}

it('docs/notifications.md shows how to verify a signature', async () => {
  const guide = await readFile('docs/notifications.md', 'utf8')
  const [, code = ''] = /```js\n(.*?)```/s.exec(guide) ?? []
  const file = path.join(await temporaryFolder(), 'example.mjs')
  await writeFile(file, code)
  const { isFromDocket } = (await import(pathToFileURL(file).href)) as Example
  const secret = createWebhookSecret()
  const now = Math.floor(Date.now() / 1000)
  const signBody = (seconds: number, body: string) =>
    signatureHeaders([secret], { id: 'one', seconds, body })
  expect(isFromDocket(secret, signBody(now, '{"ü":1}'), '{"ü":1}')).toBe(true)
  expect(isFromDocket(secret, signBody(now, '{"ü":1}'), '{"ü":2}')).toBe(false)
  expect(isFromDocket(secret, signBody(now - 400, '{}'), '{}')).toBe(false)
  expect(isFromDocket(secret, { ...signBody(now, '{}'), 'webhook-id': 'two' }, '{}')).toBe(false)
  expect(isFromDocket(createWebhookSecret(), signBody(now, '{}'), '{}')).toBe(false)
})
