import fc from 'fast-check'
import { TestRunner } from 'vitest'

/** The rest of a test's time is for its setup and cleanup. */
const shareOfTimeout = 0.75

/**
 * Ends a long shrink before the test times out, so that the smallest counterexample so far is reported. Reaching the
 * limit without a counterexample is a failure too. Installed here, because a worker loads this module only once.
 */
fc.installGlobalPlugin((...args) => {
  const timeoutMs = TestRunner.getCurrentTest()?.timeout ?? 0
  if (timeoutMs === 0 || timeoutMs === Infinity) return {}
  const plugin = fc.interruptAfterTimeLimit(timeoutMs * shareOfTimeout, { failOnInterrupt: true })
  return plugin(...args)
})

/** The same seed for every property, unless PROPERTY_SEED is another number or `random`. */
export function readPropertySeed(text = '1'): { seed?: number } {
  // Without a seed, fast-check picks one for each property and reports it on failure.
  if (text === 'random') return {}
  if (!/^-?\d+$/.test(text))
    throw new Error(`PROPERTY_SEED must be an integer or "random", not "${text}".`)
  return { seed: Number(text) }
}
