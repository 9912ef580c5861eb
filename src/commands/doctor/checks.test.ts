import { tmpdir } from 'node:os'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { pipeForTest } from '../../../test/support/processes/block-event-loop.ts'
import { readConfig } from '../../config.ts'
import { checkNodeVersion, checks, describeDiskSpace, storageProblem } from './checks.ts'
import type { Database } from '../../db/db.ts'
import { receivesNotify, summariseQueue } from './check-database.ts'
import { toStorageError } from '../../domain/errors/system-error.ts'
import { onlyIf } from '../../../test/support/run/only-if.ts'

const gigabyte = 1024 ** 3

describe('the Node.js version', () => {
  it('must be 20.19 or newer, with a note while it gets no security fixes', () => {
    expect(() => checkNodeVersion('18.20.8')).toThrow('v18.20.8 is too old. Install Node.js 22')
    expect(() => checkNodeVersion('20.18.3')).toThrow('too old')
    expect(checkNodeVersion('20.19.0')).toContain('v20.19.0, without security fixes')
    expect(checkNodeVersion('22.0.0')).toBe('v22.0.0')
    expect(checkNodeVersion('24.21.0')).toBe('v24.21.0')
  })
})

describe('disk space', () => {
  it('is sufficient at one gigabyte or more', () => {
    const where = 'STORAGE_URL'
    expect(describeDiskSpace({ where, free: gigabyte, size: 40 * gigabyte })).toBe(
      '1.0 GB of 40.0 GB free',
    )
    expect(() => describeDiskSpace({ where, free: gigabyte - 1, size: 40 * gigabyte })).toThrow(
      /on the disk of STORAGE_URL\. Free up/,
    )
  })

  it(
    'is measured on the disk that holds the storage folder',
    onlyIf(process.platform === 'linux', 'only Linux has a file system without free space'),
    async () => {
      // Simulates a file system without free space.
      const [DATA_DIR, TEMP_FILE_DIR] = [tmpdir(), tmpdir()]
      const config = readConfig({ DATA_DIR, TEMP_FILE_DIR, STORAGE_URL: 'file:/proc' })
      await expect(checks['Disk space']?.(config)).rejects.toThrow('on the disk of STORAGE_URL')
    },
  )
})

describe('storageProblem', () => {
  it.each([
    ['ENOSPC', 'not usable (ENOSPC). Free up space, lower UPLOAD_TTL_DAYS'],
    ['EACCES', 'not usable (EACCES). Check STORAGE_URL and its keys'],
  ])('explains %s', (code, explanation) => {
    const cause = Object.assign(new Error(code), { code })
    expect(storageProblem(toStorageError(cause)).message).toContain(explanation)
  })
})

describe('the queue', () => {
  const gateway = { name: 'gateway', is_open: false, running: 0, max_running: 8 }
  const healthyQueue = {
    waiting: 5,
    blocked: 2,
    processing: 1,
    oldest_waiting_seconds: 900,
    oldest_processing_seconds: 2,
    workers: 1,
    is_paused: false,
    is_mailbox_down: false,
    breakers: [gateway],
  }

  it('is healthy when it is long, or when it is empty and there is no worker', () => {
    expect(summariseQueue(healthyQueue)).toBe('7 waiting, 1 processing, workers: 1')
    const idle = {
      ...healthyQueue,
      waiting: 0,
      blocked: 0,
      processing: 0,
      workers: 0,
      is_paused: true,
    }
    expect(summariseQueue(idle)).toBe('0 waiting, 0 processing, workers: 0')
  })

  it.each([
    [{ workers: 0 }, 'workers: 0. Start a worker: docket work.'],
    [{ is_paused: true }, 'The queue is paused. Resume it at /admin.'],
    [{ breakers: [{ ...gateway, is_open: true }] }, 'Calls to gateway are failing. Fix the cause'],
  ])('reports a problem for %o', (change, fix) => {
    expect(() => summariseQueue({ ...healthyQueue, ...change })).toThrow(fix)
  })
})

describe('a response that arrives while the event loop is blocked', () => {
  /** Sends a message when all timers are due, so that it has arrived but is not yet processed when they fire. */
  function sendLate(say: () => void, ms: number): void {
    realTimeout(() => {
      say()
      vi.advanceTimersByTime(ms)
    }, 0)
  }

  const realTimeout = setTimeout
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
  })

  it('is received from the database', async () => {
    const { near, far } = await pipeForTest()
    const db: Partial<Database> = {
      listen(_, onNotify) {
        near.on('data', (payload) => onNotify(String(payload)))
        onNotify()
        return { close: async () => undefined }
      },
      query: async () => {
        sendLate(() => far.write('here'), 5000)
        return []
      },
    }
    expect(await receivesNotify(db as Database, 'channel')).toBe(true)
  })
})
