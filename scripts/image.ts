// npm run image: builds deploy/Dockerfile and runs every role in containers, as compose.yaml and the Kubernetes
// manifests specify. Arguments go to Vitest: npm run image -- test/containers/image.test.ts
import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildImage, imageName } from '../test/containers/support/build-image.ts'
import { findEngine, podmanPackages } from '../test/containers/support/engine.ts'
import { programOutput, showProgram } from '../test/containers/support/program.ts'

if (
  typeof findEngine() !== 'string' &&
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get')
) {
  await programOutput(['apt-get', 'update', '-qq'])
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends']
  await programOutput([...install, ...podmanPackages])
}
const engine = findEngine()
if (typeof engine !== 'string') {
  console.error(`Skipped: containers. ${engine.reason}`)
  process.exit(0)
}
process.env.CONTAINERS_CONF ??= path.resolve('test/containers/support/containers.conf')
const start = performance.now()
process.env.DOCKET_BASE_IMAGE = await buildImage(engine)
process.env.DOCKET_IMAGE = imageName
console.error(`image: ${((performance.now() - start) / 1000).toFixed(1)} s`)
await showProgram([
  'node_modules/.bin/vitest',
  'run',
  '--project',
  'containers',
  ...process.argv.slice(2),
])
