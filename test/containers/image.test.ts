import { readFile } from 'node:fs/promises'
import { describe, expect, inject, it, vi } from 'vitest'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { scanPdf } from '../fixtures/scans.ts'
import { readCompose } from '../support/processes/deploy.ts'
import { readConfinement } from './support/confinement.ts'
import { uploadAndReadText } from './support/jobs.ts'
import { servicesForTest } from './support/services.ts'
import { megabytes, sizeBreakdown } from './support/size.ts'

/** Maximum size, in MB, that the image may add to its base. */
const maxMegabytes = 150
const longRunning = ['gateway', 'app', 'worker']

describe('the image', () => {
  it(`adds at most ${maxMegabytes} MB to its base`, async () => {
    const { total, parts } = await sizeBreakdown(inject('image'), inject('baseImage'))
    console.log(`The image adds ${megabytes(total)} MB to its base`)
    for (const { name, bytes } of parts) console.log(`  ${name}: ${megabytes(bytes)} MB`)
    expect(total).toBeLessThan(maxMegabytes * 1_000_000)
  })

  it('runs every role of compose.yaml confined, reads a scan, and stops on SIGTERM', async () => {
    const { stack, url, start, run, exec, stop } = await servicesForTest()
    await run('migrate')
    expect(await run('migrate')).toContain('up to date')
    for (const name of longRunning) await start(name)
    const password = await readFile(`${stack.project.secrets}/postgres_password`, 'utf8')
    for (const name of longRunning) {
      expect(await readConfinement((command) => exec(name, command))).toEqual({
        uid: '1000',
        capabilities: '0000000000000000',
        no_new_privileges: '1',
        root: 'read-only',
        temporary: 'writable',
        pids: String(readCompose().services[name]?.pids_limit),
      })
      expect((await exec(name, ['env'])).stdout).not.toContain(password)
    }
    const scan = await scanPdf(await textPdf({ text: 'Read in a container' }), { dpi: 200 })
    expect(await uploadAndReadText(url, makeUnique(scan))).toContain('Read in a container')
    for (const name of longRunning.toReversed()) {
      expect([name, await stop(name)]).toEqual([name, 0])
      expect(await stack.log(name)).not.toMatch(/"level":(50|60)/)
    }
  }, 600_000)

  it('reports a worker without its database as unhealthy', async () => {
    const { stack, run, start, isHealthy } = await servicesForTest()
    await run('migrate')
    await start('worker')
    await stack.kill('postgres')
    await vi.waitFor(async () => expect(await isHealthy('worker')).toBe(false))
  }, 300_000)
})
