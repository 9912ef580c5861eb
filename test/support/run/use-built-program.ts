import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../../scripts/build-if-stale.js'

/** Global setup: builds dist/ unless it is newer than all sources. */
export default async function setup(project: TestProject): Promise<void> {
  await buildIfStale()
  project.provide('webFolder', path.resolve('dist/web'))
}
