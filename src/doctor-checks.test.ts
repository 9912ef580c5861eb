import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { checks, roomOn, storageProblem } from './doctor-checks.ts'
import { stateOf } from './doctor-database.ts'
import { asStorageError } from './domain/system-errors.ts'

const gigabyte = 1024 ** 3

describe('disk space', () => {
  it('is enough from a gigabyte on', () => {
    const where = 'STORAGE_URL'
    expect(roomOn({ where, free: gigabyte, size: 40 * gigabyte })).toBe('1.0 GB of 40.0 GB free')
    expect(() => roomOn({ where, free: gigabyte - 1, size: 40 * gigabyte })).toThrow(
      /where STORAGE_URL is\. Free some/,
    )
  })

  it.runIf(process.platform === 'linux')('is looked for where files are kept', async () => {
    // A file system without any room.
    const [DATA_DIR, TEMP_FILE_DIR] = [tmpdir(), tmpdir()]
    const config = readConfig({ DATA_DIR, TEMP_FILE_DIR, STORAGE_URL: 'file:/proc' })
    await expect(checks['Disk space']?.(config)).rejects.toThrow('where STORAGE_URL is')
  })
})

describe('a storage that cannot be used', () => {
  it.each([
    ['ENOSPC', 'cannot be used (ENOSPC). Free some, lower PDF_TTL_DAYS'],
    ['EACCES', 'cannot be used (EACCES). Check STORAGE_URL and its keys'],
  ])('because of %s', (code, says) => {
    const cause = Object.assign(new Error(code), { code })
    expect(storageProblem(asStorageError(cause)).message).toContain(says)
  })
})

describe('the queue', () => {
  const gateway = { name: 'gateway', is_open: false, running: 0, max_running: 8 }
  const well = {
    waiting: 5,
    held: 2,
    processing: 1,
    oldest_waiting_seconds: 900,
    oldest_processing_seconds: 2,
    workers: 1,
    is_paused: false,
    breakers: [gateway],
  }

  it('may be long, and empty without a worker', () => {
    expect(stateOf(well)).toBe('7 jobs wait, 1 are being read, workers: 1')
    const idle = { ...well, waiting: 0, held: 0, processing: 0, workers: 0, is_paused: true }
    expect(stateOf(idle)).toBe('0 jobs wait, 0 are being read, workers: 0')
  })

  it.each([
    [{ workers: 0 }, 'workers: 0. Start a worker: docket work.'],
    [{ is_paused: true }, 'The queue is paused: let it go on, at /admin.'],
    [{ breakers: [{ ...gateway, is_open: true }] }, 'Calls to gateway failed: mend that'],
  ])('waits for the operator with %o', (change, todo) => {
    expect(() => stateOf({ ...well, ...change })).toThrow(todo)
  })
})
