import { describe, expect, it } from 'vitest'
import { renderAlert } from '../i18n/render.ts'
import { findAlerts, findDiskAlerts, type AlertInput, type Thresholds } from './alerts.ts'

const limits: Thresholds = { queue_jobs: 100, wait_minutes: 15, error_percent: 1, disk_percent: 90 }
const well: AlertInput = {
  waiting: 100,
  blocked: 0,
  oldest_waiting_seconds: 15 * 60,
  workers: 1,
  seen_workers: [],
  is_paused: false,
  breakers: [{ name: 'gateway', is_open: false }],
  completed: 99,
  failed: 1,
  failed_by_us: 1,
}

/** Creates a worker that started at minute `started` and was last seen at minute `seen`. */
function aWorker(id: string, started: number, seen: number | 'alive') {
  const moment = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
  const heartbeat_at = moment(seen === 'alive' ? 59 : seen)
  return { id, host: id, started_at: moment(started), heartbeat_at, is_lost: seen !== 'alive' }
}

describe('findAlerts', () => {
  it.each([
    ['one of two workers is lost', [aWorker('a', 0, 'alive'), aWorker('b', 1, 30)], ['b']],
    ['a lost worker was restarted', [aWorker('a', 0, 30), aWorker('a2', 31, 'alive')], []],
    [
      'one of two lost workers was restarted',
      [aWorker('a', 0, 30), aWorker('b', 0, 32), aWorker('c', 31, 'alive')],
      ['b'],
    ],
    ['another worker had started before', [aWorker('a', 0, 30), aWorker('b', 29, 'alive')], ['a']],
  ])('reports lost workers if %s', (_, seen_workers, expected) => {
    const alerts = findAlerts({ ...well, seen_workers }, limits)
    expect(alerts).toEqual(
      expected.map((worker) => ({
        name: 'worker_lost',
        subject: worker,
        params: { worker, host: worker },
      })),
    )
  })

  it('does not list lost workers if none is left', () => {
    const alerts = findAlerts({ ...well, workers: 0, seen_workers: [aWorker('a', 0, 30)] }, limits)
    expect(alerts.map(({ name }) => name)).toEqual(['no_worker'])
  })

  it.each<[string, Partial<AlertInput>, [string, string][]]>([
    ['all is at its limit', {}, []],
    ['one job more waits', { waiting: 90, blocked: 11 }, [['queue_long', '']]],
    ['one waits for longer', { oldest_waiting_seconds: 901 }, [['oldest_waiting', '']]],
    [
      'one more of a hundred failed',
      { completed: 98, failed: 2, failed_by_us: 2 },
      [['error_rate', '']],
    ],
    ['one of eight failed', { completed: 7, failed: 1, failed_by_us: 1 }, []],
    ['all of five failed', { completed: 0, failed: 5, failed_by_us: 5 }, [['error_rate', '']]],
    ['documents are to blame', { completed: 50, failed: 50, failed_by_us: 0 }, []],
    ['nothing has ended', { completed: 0, failed: 0, failed_by_us: 0 }, []],
    ['no worker is there', { workers: 0 }, [['no_worker', '']]],
    [
      'two breakers are open',
      {
        breakers: [
          { name: 'gateway', is_open: true },
          { name: 'llm', is_open: true },
        ],
      },
      [
        ['breaker_open', 'gateway'],
        ['breaker_open', 'llm'],
      ],
    ],
  ])('alerts when %s', (_, change, expected) => {
    const alerts = findAlerts({ ...well, ...change }, limits)
    expect(alerts.map(({ name, subject }) => [name, subject])).toEqual(expected)
  })

  it('gives the pause as the reason for a long queue', () => {
    const [alert] = findAlerts({ ...well, waiting: 500, is_paused: true }, limits)
    expect(alert && renderAlert(alert)).toBe(
      '500 jobs are waiting, more than 100. The queue is paused.',
    )
  })

  it.each([
    [11, []],
    [10, ['The storage disk is 90% full.']],
    [0, ['The storage disk is 100% full.']],
  ])('checks the disk with %d of 100 bytes free', (free_bytes, summaries) => {
    const alerts = findDiskAlerts({ size_bytes: 100, free_bytes }, limits)
    expect(alerts.map(renderAlert)).toEqual(summaries)
  })

  it('ignores storage that does not report its free space', () => {
    expect(findDiskAlerts(undefined, limits)).toEqual([])
  })
})
