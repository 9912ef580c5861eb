import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Db } from '../../../src/db/db.ts'
import { readUploadUsage } from '../../../src/db/jobs/upload-usage.sql.ts'
import { createUploadCounter } from '../../../src/intake/count-uploads.ts'
import { createUnlimitedByteQuotas } from '../../support/docket/byte-quotas.ts'
import { databaseForTest } from '../../support/database/database.ts'

async function counterForTest() {
  const { db } = await databaseForTest()
  let statements = 0
  const counting: Db = {
    query: (...query) => {
      statements += 1
      return db.query(...query)
    },
  }
  return { db, count: createUploadCounter(counting), statements: () => statements }
}

describe('the upload counter', () => {
  it('returns the usage for each of many concurrent uploads with few statements', async () => {
    const { db, count, statements } = await counterForTest()
    await count(['owner a'], 5)
    const usage = await Promise.all(
      Array.from({ length: 30 }, (_, index) => count([`owner ${'ab'[index % 2]}`, 'network'], 10)),
    )
    const firsts = usage.map(([first]) => first)
    expect(firsts.filter((_, index) => index % 2 === 0)).toEqual(
      Array.from({ length: 15 }, (_, index) => 5 + 10 * (index + 1)),
    )
    expect(usage.map(([, network]) => network)).toEqual(
      Array.from({ length: 30 }, (_, index) => 10 * (index + 1)),
    )
    expect(await readUploadUsage(db, 'owner a')).toBe(155)
    expect(await readUploadUsage(db, 'network')).toBe(300)
    // One statement each for the first upload and the first of the thirty, and one for the other 29 together.
    expect(statements()).toBeLessThanOrEqual(3)
  })

  it('fails only the uploads that share the failed statement', async () => {
    const { db } = await databaseForTest()
    let isDown = true
    const count = createUploadCounter({
      query: (...query) => (isDown ? Promise.reject(new Error('down')) : db.query(...query)),
    })
    await expect(count(['owner a'], 1)).rejects.toThrow('down')
    isDown = false
    expect(await count(['owner a'], 1)).toEqual([1])
  })
})

describe('the check before an upload', () => {
  it('relies on the last count for a second, and then queries again', async () => {
    const { db } = await databaseForTest()
    const subjects: unknown[] = []
    const counting: Db = {
      query: (text, values) => {
        if (text.includes('from upload_usage\n    where')) subjects.push(values)
        return db.query(text, values)
      },
    }
    const quotas = createUnlimitedByteQuotas(counting)
    const uploader = { owner_id: 'session:one', client_ip: null }
    await quotas.check(uploader)
    await quotas.take(uploader, 10)
    await quotas.check(uploader)
    expect(subjects).toHaveLength(1)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1001)
    onTestFinished(() => void vi.restoreAllMocks())
    await quotas.check(uploader)
    expect(subjects).toHaveLength(2)
  })
})
