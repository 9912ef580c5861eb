import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { samplePdf, textPdf } from '../fixtures/pdfs.ts'
import { findOnlyChild } from '../support/processes/children.ts'
import { docket, runningDocket, temporaryFolder } from '../support/processes/command.ts'
import { post } from '../support/servers/gateway.ts'

describe('docket gateway', () => {
  it('reads without a database and does not store anything', async () => {
    const DATA_DIR = await temporaryFolder()
    const gateway = await runningDocket('gateway', { DATA_DIR })
    const headers = { accept: 'application/json' }
    const response = await post(gateway, { file: await samplePdf(), mapping: 'auto', headers })
    expect(await response.json()).toMatchObject({ number: 'LC-2026-0042' })
    await expect.poll(() => readdir(DATA_DIR, { recursive: true })).toEqual(['tmp'])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'finishes running requests on %s, then exits cleanly',
    async (signal) => {
      const gateway = await runningDocket('gateway', {
        DATA_DIR: await temporaryFolder(),
        SHUTDOWN_GRACE_SECONDS: '600',
      })
      const response = post(gateway, { file: await textPdf({ pages: 5 }), mapping: 'auto' })
      await findOnlyChild(gateway.child.pid)
      gateway.child.kill(signal)
      expect((await response).status).toBe(200)
      expect(JSON.parse(await (await response).text())).toMatchObject({ page_count: 5 })
      expect(await gateway.ended).toBe(0)
      await expect(fetch(`${gateway.url}/health`)).rejects.toThrow('fetch failed')
    },
  )

  it('lists its invalid settings', async () => {
    const PARTIES_FILE = path.join(await temporaryFolder(), 'none.yaml')
    const result = await docket(['gateway'], { env: { PARTIES_FILE, PORT: '0' } })
    expect([result.code, result.stderr]).toEqual([
      2,
      `docket: The file ${PARTIES_FILE} cannot be read.\n`,
    ])
  })
})
