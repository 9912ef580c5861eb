import path from 'node:path'
import { afterAll } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/extraction/sandbox/sandbox.ts'

let shared: Sandbox | undefined

afterAll(() => shared?.close())

/** One child for all servers of a test file: started from TypeScript, each takes more than a second. */
export function sharedSandbox(): Sandbox {
  shared ??= createSandbox({ size: 1, knowledge: { folder: path.resolve('.') } })
  return shared
}
