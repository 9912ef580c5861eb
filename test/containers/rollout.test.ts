import { describe, it } from 'vitest'
import { batchSize, expectEachCompletedOnce, stopMidBatch } from './support/jobs.ts'
import { nextImage } from './support/next-image.ts'
import { servicesForTest } from './support/services.ts'

const workers = ['worker-1', 'worker-2', 'worker-3']

describe('compose.yaml', () => {
  it('scales to three workers and rolls out an image without losing or repeating a job', {
    timeout: 900_000,
  }, async () => {
    const { stack, url, run, start, stop } = await servicesForTest()
    const image = await nextImage(stack)
    await run('migrate')
    await start('gateway')
    await start('app')
    for (const container of workers) await start('worker', { container })
    const site = { url, databaseUrl: stack.databaseUrl }

    await start('gateway', { container: 'gateway-next', image })
    await stopMidBatch(site, () => stop('gateway'))
    for (const container of workers) {
      await start('worker', { container: `${container}-next`, image })
      await stopMidBatch(site, () => stop('worker', container))
    }
    // The new container needs the port of the old one.
    await stopMidBatch(site, () => stop('app'))
    await stack.command('rm', stack.container('app'))
    await start('app', { image })
    await expectEachCompletedOnce(stack.databaseUrl, (workers.length + 2) * batchSize)
  })
})
