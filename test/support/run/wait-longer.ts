import { vi } from 'vitest'

const { waitFor, waitUntil } = vi

/** Same value as for `expect.poll` in vitest.config.ts. */
const timeoutMs = 60_000

vi.waitFor = (look, options = {}) => waitFor(look, withPatience(options))
vi.waitUntil = (look, options = {}) => waitUntil(look, withPatience(options))

type Options = NonNullable<Parameters<typeof waitFor>[1]>

function withPatience(options: Options): Options {
  return typeof options === 'number' ? options : { timeout: timeoutMs, ...options }
}
