import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { deflateBombPdf } from '../fixtures/hostile-pdfs.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { listChildren, findOnlyChild } from '../support/processes/children.ts'
import { createLine, createInvoice } from '../support/readings/invoice.ts'
import {
  gatewayForTest,
  post,
  readGatewayError,
  type TestGateway,
} from '../support/servers/gateway.ts'
import { endSharedSandbox } from '../support/processes/sandbox.ts'

beforeAll(endSharedSandbox)

const mapping = 'sample_invoice_v1'

/** Limits that are high enough for the decompression bomb to keep a child process busy for many seconds. */
const generousLimits = { seconds: 60, memory_mb: 8_000 }

const formHead =
  'POST /process HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\n'

/** Sends all 20 MB before reading, as a simple client does, and returns the response. */
async function sendThenRead({ url }: TestGateway): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const body = Buffer.alloc(20 * 1024 * 1024, '-')
  socket.write(`${formHead}Content-Length: ${body.length}\r\n\r\n`)
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.write(body, () => resolve())
  })
  return text(socket)
}

describe('a failing gateway', () => {
  it('responds 502 when the reading process dies, and continues', async () => {
    const gateway = await gatewayForTest({ limits: generousLimits })
    const response = post(gateway, { file: await deflateBombPdf(), mapping, job_id: 'job-9' })
    process.kill(await findOnlyChild(), 'SIGKILL')
    expect(await readGatewayError(await response)).toEqual([502, 'READER_FAILED', 'read'])
    expect(gateway.log).toContainEqual(expect.objectContaining({ level: 50, job_id: 'job-9' }))
    expect((await post(gateway, { file: await samplePdf(), mapping })).status).toBe(200)
  })

  it('responds 422 for a document over a limit, which would fail again', async () => {
    const gateway = await gatewayForTest({ limits: { ...generousLimits, seconds: 1 } })
    const response = await post(gateway, { file: await deflateBombPdf(), mapping })
    expect(await readGatewayError(response)).toEqual([422, 'RESOURCE_LIMIT', 'read'])
  })

  it('responds to clients over its capacity, even to clients that send everything before reading', async () => {
    const gateway = await gatewayForTest({ maxConcurrent: 1, limits: generousLimits })
    const abortController = new AbortController()
    const first = post(gateway, {
      file: await deflateBombPdf(),
      mapping,
      signal: abortController.signal,
    })
    const left = expect(first).rejects.toThrow('abort')
    await findOnlyChild()
    const second = await sendThenRead(gateway)
    expect(second).toMatch(/^HTTP\/1.1 503 .*\r\nx-stage: receive\r\n.*retry-after: 5\r\n.*"BUSY"/s)
    abortController.abort()
    await left
    await expect.poll(() => listChildren()).toEqual([])
    await expect.poll(gateway.files).toEqual([])
    expect((await post(gateway, { file: await samplePdf(), mapping })).status).toBe(200)
  })

  it('frees the capacity used by clients that disconnect midway', async () => {
    const gateway = await gatewayForTest({ maxConcurrent: 1 })
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    socket.write(
      `${formHead}Content-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; ` +
        'filename="a.pdf"\r\n\r\n%PDF-1.4 ',
    )
    await expect.poll(async () => (await gateway.files()).length).toBe(2)
    socket.destroy()
    await expect.poll(gateway.files).toEqual([])
    expect((await post(gateway, { file: await samplePdf(), mapping })).status).toBe(200)
  })

  it('counts a response towards its capacity until it is read', async () => {
    const { seller, buyer } = createInvoice()
    const parties = [seller, buyer].map(({ name }) => ({ name, tin: '0012345674901000' }))
    const gateway = await gatewayForTest({ maxConcurrent: 1, parties })
    const lines = Array.from({ length: 2_000 }, () =>
      createLine({ description: 'x'.repeat(6_000) }),
    )
    const file = JSON.stringify(createInvoice({ lines }))
    const large = await post(gateway, { file, type: 'application/json', mapping, confirmed: 1 })
    expect(await gateway.files()).not.toEqual([])
    const next = await post(gateway, { file: await samplePdf(), mapping })
    expect(await readGatewayError(next)).toEqual([503, 'BUSY', 'receive'])
    expect((await large.text()).match(/<GoodService>/g)).toHaveLength(lines.length)
    await expect.poll(gateway.files).toEqual([])
    expect((await post(gateway, { file: await samplePdf(), mapping })).status).toBe(200)
  })
})
