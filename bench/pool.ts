import type { Sandbox } from '../src/extraction/sandbox/sandbox.ts'
import { built } from './built.ts'
import { median, millisecondsOf } from './clock.ts'

type SandboxModule = typeof import('../src/extraction/sandbox/sandbox.ts')

export interface PoolFigures {
  one_child_ms: number
  two_children_ms: number
  speed_up: number
}

const rounds = 7

export async function builtSandbox(folder: string, size: number): Promise<Sandbox> {
  const { createSandbox } = await built<SandboxModule>('extraction/sandbox/sandbox.js')
  return createSandbox({ size, knowledge: { folder } })
}

/** All documents through one child and through two, in turn and again. */
export async function benchPool(folder: string, files: string[]): Promise<PoolFigures> {
  const one = await builtSandbox(folder, 1)
  const two = await builtSandbox(folder, 2)
  const read = (sandbox: Sandbox) =>
    Promise.all(
      files.map((file) =>
        // Documents that cannot be read are measured too.
        sandbox.extract({ file, mapping: 'auto', params: {}, folder }, {}).catch(() => undefined),
      ),
    )
  try {
    const times: { alone: number; together: number }[] = []
    for (let round = 0; round <= rounds; round++) {
      times.push({
        alone: await millisecondsOf(() => read(one)),
        together: await millisecondsOf(() => read(two)),
      })
    }
    const warm = times.slice(1)
    return {
      one_child_ms: median(warm.map(({ alone }) => alone)),
      two_children_ms: median(warm.map(({ together }) => together)),
      speed_up: median(warm.map(({ alone, together }) => alone / together)),
    }
  } finally {
    await Promise.all([one.close(), two.close()])
  }
}
