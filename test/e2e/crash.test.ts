import { expect, it } from 'vitest'
import { crash } from '../../chaos/crash.ts'

it('does not lose an acknowledged upload when killed 20 times during 200 uploads', {
  timeout: 1_200_000,
}, async () => {
  const report = await crash({ rounds: 20, uploads: 200, seed: 1 })
  console.log(JSON.stringify(report))
  expect(report.acknowledged).toBeGreaterThan(500)
  expect(report).toMatchObject({ lost: 0, unfinished: 0, wrong: 0, violations: [] })
})
