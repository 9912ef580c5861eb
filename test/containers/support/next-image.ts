import { inject, onTestFinished } from 'vitest'
import { requireEngine } from './engine.ts'
import type { Stack } from './stack.ts'

/** Builds an image with the same programs but another id, as a registry would deliver it. */
export async function nextImage({ runEngine, command, container }: Stack): Promise<string> {
  const next = `${inject('image')}-next`
  const name = container('next')
  await command('create', '--name', name, inject('image'))
  // podman's own format has no health check.
  const format = requireEngine() === 'podman' ? ['--format', 'docker'] : []
  await command('commit', ...format, '--change', 'LABEL release=next', name, next)
  onTestFinished(async () => {
    await runEngine('rmi', '--force', next)
  })
  return next
}
