import { describe, expect, it } from 'vitest'
import { clusterForTest, type Pod } from './support/cluster.ts'
import { readConfinement } from './support/confinement.ts'
import { requireEngine } from './support/engine.ts'
import { nextImage } from './support/next-image.ts'
import { batchSize, expectEachCompletedOnce, stopMidBatch } from './support/jobs.ts'
import { onlyIf } from '../support/run/only-if.ts'

describe(
  'the Kubernetes manifests',
  onlyIf(requireEngine() === 'podman', 'only podman plays them'),
  () => {
    it('run confined with three workers, and roll out an image without losing or repeating a job', {
      timeout: 900_000,
    }, async () => {
      const cluster = await clusterForTest()
      const { stack, play, exec, stop, settings } = cluster
      const image = await nextImage(stack)
      const [gateway] = await play('gateway')
      if (!gateway) throw new Error('no gateway')
      settings.GATEWAY_URL = `http://${gateway.address}:8002`
      const [web] = await play('web')
      const workers = await play('worker', { replicas: 3 })
      if (!web) throw new Error('no web app')
      for (const pod of [gateway, web, ...workers]) {
        expect(await readConfinement((command) => exec(pod, command))).toMatchObject({
          uid: '1000',
          capabilities: '0000000000000000',
          no_new_privileges: '1',
          root: 'read-only',
          temporary: 'writable',
        })
      }
      const { databaseUrl } = stack
      const site = ({ address }: Pod) => ({ url: `http://${address}:3000`, databaseUrl })

      const [newWeb] = await play('web', { image, suffix: '-next' })
      if (!newWeb) throw new Error('no new web app')
      await stopMidBatch(site(web), () => stop(web))
      const [newGateway] = await play('gateway', { image, suffix: '-next' })
      settings.GATEWAY_URL = `http://${newGateway?.address}:8002`
      await play('worker', { image, suffix: '-next', replicas: 3 })
      for (const pod of workers) await stopMidBatch(site(newWeb), () => stop(pod))
      await stopMidBatch(site(newWeb), () => stop(gateway))
      await expectEachCompletedOnce(databaseUrl, (workers.length + 2) * batchSize)
    })
  },
)
