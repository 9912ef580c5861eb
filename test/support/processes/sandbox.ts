import path from 'node:path'
import {
  loadReferenceData,
  type ReferenceData,
} from '../../../src/extraction/reference-data/reference-data.ts'
import { createSandbox, type Sandbox } from '../../../src/extraction/sandbox/sandbox.ts'

const referenceFiles = { folder: path.resolve('.') }
let shared: Sandbox | undefined
let referenceData: ReferenceData | undefined

/**
 * Returns the reference data of the test worker, loaded once, because loading takes longer than everything else in most
 * tests.
 */
export function sharedReferenceData(): ReferenceData {
  referenceData ??= loadReferenceData(referenceFiles)
  return referenceData
}

/**
 * One child for all servers and files in a test worker, because a child needs half a second for its first document.
 * It exits when its channel to the worker closes.
 */
export function sharedSandbox(): Sandbox {
  shared ??= createSandbox({ size: 1, referenceData: referenceFiles })
  return shared
}

/** Ends the shared sandbox, for tests that count the children of their worker. */
export async function endSharedSandbox(): Promise<void> {
  await shared?.close()
  shared = undefined
}
