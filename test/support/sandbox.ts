import path from 'node:path'
import { createSandbox, type Sandbox } from '../../src/extraction/sandbox/sandbox.ts'

let shared: Sandbox | undefined

/**
 * One child for all servers and all files of a test worker: started from TypeScript, each takes more than a second.
 * It ends with the worker, to whose channel it listens.
 */
export function sharedSandbox(): Sandbox {
  shared ??= createSandbox({ size: 1, referenceData: { folder: path.resolve('.') } })
  return shared
}

/** For tests that look at the children of their worker and want to see their own alone. */
export async function endSharedSandbox(): Promise<void> {
  await shared?.close()
  shared = undefined
}
