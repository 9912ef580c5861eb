import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWebhookSecret, signatureHeaders } from '../../src/notify/webhook-signature.ts'
import { temporaryFolder } from '../support/processes/command.ts'

interface Example {
  isFromDocket(secret: string, headers: Record<string, string>, body: string): boolean
}

const secret = createWebhookSecret()
const now = Math.floor(Date.now() / 1000)
const signBody = (seconds: number, body: string) =>
  signatureHeaders([secret], { id: 'one', seconds, body })

/** Imports the example in docs/notifications.md that contains this text. */
async function importExample<Example>(text: string): Promise<Example> {
  const guide = await readFile('docs/notifications.md', 'utf8')
  const examples = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code)
  const example = examples.find((code) => code.includes(text)) ?? ''
  const client = pathToFileURL(path.resolve('src/client/verify-webhook.ts')).href
  const file = path.join(await temporaryFolder(), 'example.mjs')
  await writeFile(file, example.replace('@docket/client', client))
  return (await import(pathToFileURL(file).href)) as Example
}

it('docs/notifications.md shows a receiver that rejects requests of others', async () => {
  vi.stubEnv('WEBHOOK_SECRET', secret)
  vi.spyOn(console, 'log').mockReturnValue()
  const { receiver } = await importExample<{ receiver: Server }>('verifyWebhook')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    receiver.close()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo
  const post = async (headers: Record<string, string>) => {
    const body = '{"type":"job.complete","data":{"id":"ü"}}'
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
    return response.status
  }
  expect(await post(signBody(now, '{"type":"job.complete","data":{"id":"ü"}}'))).toBe(204)
  expect(await post(signBody(now, '{}'))).toBe(401)
  expect(await post({})).toBe(401)
})

it('docs/notifications.md shows how to verify a signature', async () => {
  const { isFromDocket } = await importExample<Example>('isFromDocket')
  expect(isFromDocket(secret, signBody(now, '{"ü":1}'), '{"ü":1}')).toBe(true)
  expect(isFromDocket(secret, signBody(now, '{"ü":1}'), '{"ü":2}')).toBe(false)
  expect(isFromDocket(secret, signBody(now - 400, '{}'), '{}')).toBe(false)
  expect(isFromDocket(secret, { ...signBody(now, '{}'), 'webhook-id': 'two' }, '{}')).toBe(false)
  expect(isFromDocket(secret, {}, '{}')).toBe(false)
  const untimed = { ...signBody(now, '{}'), 'webhook-timestamp': 'now' }
  expect(isFromDocket(secret, untimed, '{}')).toBe(false)
  expect(isFromDocket(createWebhookSecret(), signBody(now, '{}'), '{}')).toBe(false)
})
