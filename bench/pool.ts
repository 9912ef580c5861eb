import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Sandbox } from '../src/extraction/sandbox/sandbox.ts'
import { loadBuilt } from './built.ts'
import { median, measureMs } from './clock.ts'

type SandboxModule = typeof import('../src/extraction/sandbox/sandbox.ts')

export interface PoolMetrics {
  one_child_ms: number
  two_children_ms: number
  speed_up: number
  /** Speed-up with two independent processes, which is the most that this machine allows. */
  machine_speed_up: number
}

const rounds = 7
/**
 * Number of repetitions of the documents, so that one long document at the end, read by a single child, has little
 * weight.
 */
const repeats = 3

export async function builtSandbox(folder: string, size: number): Promise<Sandbox> {
  const { createSandbox } = await loadBuilt<SandboxModule>('extraction/sandbox/sandbox.js')
  return createSandbox({ size, referenceData: { folder } })
}

/** Reads all documents in turn with one child, with two children, in one process, and in two processes. */
export async function benchPool(folder: string, corpus: string[]): Promise<PoolMetrics> {
  const files = Array.from({ length: repeats }, () => corpus).flat()
  const one = await builtSandbox(folder, 1)
  const two = await builtSandbox(folder, 2)
  const [first, second] = await Promise.all([startBareReader(folder), startBareReader(folder)])
  try {
    const times: Record<'one' | 'two' | 'first' | 'both', number>[] = []
    for (let round = 0; round <= rounds; round++) {
      times.push({
        one: await measureMs(() => readThrough(one, files, folder)),
        two: await measureMs(() => readThrough(two, files, folder)),
        first: await measureMs(() => readBy(first, files)),
        both: await measureMs(() =>
          Promise.all([
            readBy(
              first,
              files.filter((_, index) => index % 2 === 0),
            ),
            readBy(
              second,
              files.filter((_, index) => index % 2 === 1),
            ),
          ]),
        ),
      })
    }
    const warm = times.slice(1)
    return {
      one_child_ms: median(warm.map((time) => time.one)),
      two_children_ms: median(warm.map((time) => time.two)),
      speed_up: median(warm.map((time) => time.one / time.two)),
      machine_speed_up: median(warm.map((time) => time.first / time.both)),
    }
  } finally {
    first.kill()
    second.kill()
    await Promise.all([one.close(), two.close()])
  }
}

function readThrough(sandbox: Sandbox, files: string[], folder: string): Promise<unknown> {
  return Promise.all(
    files.map((file) =>
      // Unreadable documents are measured too.
      sandbox.extract({ file, mapping: 'auto', params: {}, folder }, {}).catch(() => undefined),
    ),
  )
}

async function startBareReader(folder: string): Promise<ChildProcess> {
  const child = fork('bench/bare-reader.ts', [folder], { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  return child
}

async function readBy(child: ChildProcess, files: string[]): Promise<void> {
  child.send(files)
  await once(child, 'message')
}
