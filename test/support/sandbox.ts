import path from 'node:path'
import { createSandbox, type Sandbox } from '../../src/extraction/sandbox/sandbox.ts'

let shared: Sandbox | undefined

/**
 * One child for all servers and files in a test worker, because starting a child from TypeScript takes more than a
 * second. It exits with the worker, whose channel it listens to.
 */
export function sharedSandbox(): Sandbox {
  shared ??= createSandbox({ size: 1, referenceData: { folder: path.resolve('.') } })
  return shared
}

/** For tests that count the children of their worker. */
export async function endSharedSandbox(): Promise<void> {
  await shared?.close()
  shared = undefined
}
