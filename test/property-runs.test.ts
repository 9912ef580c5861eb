import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readPropertySeed } from './support/run/property-runs.ts'

const never = () => new Promise<void>(() => {})

describe('a property', () => {
  it('draws the same inputs in each run', () => {
    expect(fc.readConfigureGlobal()).toEqual(readPropertySeed(process.env.PROPERTY_SEED))
    onTestFinished(() => fc.configureGlobal(readPropertySeed(process.env.PROPERTY_SEED)))
    const draw = (seed?: string) => {
      fc.configureGlobal(readPropertySeed(seed))
      return fc.sample(fc.string())
    }
    expect(draw()).toEqual(draw())
    expect(draw('5')).not.toEqual(draw('6'))
    expect(draw('random')).not.toEqual(draw('random'))
  })

  it('refuses a seed that is not a number', () => {
    expect(() => readPropertySeed('rnadom')).toThrow('PROPERTY_SEED')
    expect(() => readPropertySeed('')).toThrow('PROPERTY_SEED')
  })

  it('reports its counterexample before a test times out, even if its shrink does not end', async ({
    task,
  }) => {
    Object.assign(task, { timeout: 1000 })
    let runs = 0
    const endless = fc.asyncProperty(fc.integer({ min: 1000 }), async () => {
      runs += 1
      if (runs > 1) await never()
      throw new Error('found')
    })
    const details = await fc.check(endless)
    expect(details).toMatchObject({ failed: true, interrupted: true, counterexamplePath: '0' })
    expect(details.counterexample).toHaveLength(1)
  })

  it('fails if it cannot complete its runs in time', async ({ task }) => {
    Object.assign(task, { timeout: 1000 })
    let runs = 0
    const slow = fc.asyncProperty(fc.nat(), async () => {
      runs += 1
      if (runs > 3) await never()
    })
    await expect(fc.assert(slow)).rejects.toThrow('interrupted after 3')
  })
})
