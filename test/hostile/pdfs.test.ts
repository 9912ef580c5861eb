import { expect, it } from 'vitest'
import { readHostilePdfs } from '../../chaos/pdfs.ts'
import { bombs } from '../fixtures/bombs.ts'
import { malformedPdfs } from '../fixtures/malformed-pdfs.ts'

const timeout = 300_000

it('reads or rejects 2,000 malformed PDFs', { timeout }, async () => {
  const report = await readHostilePdfs(malformedPdfs(1, 2_000))
  console.log(JSON.stringify(report))
  expect(report).toMatchObject({ pdfs: 2_000, unexplained: [] })
  expect(report.outcomes['read']).toBeGreaterThan(200)
  expect(report.grown_mb).toBeLessThan(300)
})

it('survives every bomb without affecting the next document', { timeout }, async () => {
  const report = await readHostilePdfs(bombs(), { memory_mb: 400 })
  console.log(JSON.stringify(report))
  expect(report.unexplained).toEqual([])
  expect(report.outcomes['RESOURCE_LIMIT']).toBeGreaterThan(5)
})
