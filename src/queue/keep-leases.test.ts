import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deferred } from '../../test/support/processes/deferred.ts'
import type { Db } from '../db/db.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { getSignal, keepLeases, LeaseLost } from './keep-leases.ts'

const lease = { id: 'job', epoch: 1 }
const unavailable = new AppError('UNAVAILABLE')
/** A third of a lease's duration. */
const periodMs = 10_000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** Holds one lease, using a database with the given responses. */
function holdLease({
  renew = async () => undefined,
  onHeartbeat = async () => undefined,
}: {
  renew?: () => Promise<unknown>
  onHeartbeat?: () => Promise<void>
}) {
  const response = vi.fn(renew)
  const db: Db = {
    query: async <Row>() => {
      await response()
      return [lease] as Row[]
    },
  }
  const onError = vi.fn()
  const leases = keepLeases({ db, leaseSeconds: 30, onHeartbeat, onError })
  onTestFinished(leases.close)
  return { leases, signal: getSignal(leases.hold(lease)), renewals: response, onError }
}

/** Closes the leases and checks that this waits for the hanging statement. */
async function expectEndWith(
  { close }: { close: () => Promise<void> },
  hangingStatement: { resolve: () => void },
): Promise<void> {
  let isClosed = false
  void close().then(() => (isClosed = true))
  await pass(periodMs)
  expect(isClosed).toBe(false)
  hangingStatement.resolve()
  await pass(0)
  expect(isClosed).toBe(true)
}

describe('lease renewal', () => {
  it('keeps running while a statement hangs, without starting a second statement', async () => {
    const hangingStatement = deferred()
    const onHeartbeat = vi.fn(() => hangingStatement.promise)
    const { leases, renewals } = holdLease({ onHeartbeat })
    await pass(4 * periodMs)
    expect(renewals).toHaveBeenCalledTimes(4)
    expect(onHeartbeat).toHaveBeenCalledTimes(1)
    await expectEndWith(leases, hangingStatement)
    expect(renewals).toHaveBeenCalledTimes(4)
  })

  it('is retried after a failure, which is reported', async () => {
    const onHeartbeat = vi.fn(() => Promise.reject(unavailable))
    const { onError } = holdLease({ onHeartbeat })
    await pass(periodMs)
    expect(onHeartbeat).toHaveBeenCalledTimes(2)
    expect(onError.mock.calls).toEqual([[unavailable], [unavailable]])
  })

  it('uses a second statement when the first hangs and awaits the first at the end', async () => {
    const hangingStatement = deferred()
    let calls = 0
    const renew = async () => {
      calls += 1
      if (calls === 1) await hangingStatement.promise
    }
    const { leases, signal, renewals, onError } = holdLease({ renew })
    await pass(5 * periodMs)
    expect(renewals.mock.calls.length).toBeGreaterThan(2)
    expect(onError).toHaveBeenCalledTimes(1)
    expect(signal.aborted).toBe(false)
    await expectEndWith(leases, hangingStatement)
  })

  it('is retried soon after the second statement fails, and not before', async () => {
    const renew = vi.fn(async () => undefined).mockRejectedValueOnce(unavailable)
    const onHeartbeat = vi.fn(async () => undefined)
    const { renewals } = holdLease({ renew, onHeartbeat })
    await pass(periodMs)
    expect(renewals).toHaveBeenCalledTimes(1)
    expect(onHeartbeat).toHaveBeenCalledTimes(1)
    await pass(1000)
    expect(renewals).toHaveBeenCalledTimes(2)
    expect(onHeartbeat).toHaveBeenCalledTimes(2)
  })

  it.each(['fails', 'hangs'])(
    'fails only when the database %s for a full lease duration',
    async (how) => {
      const hangingStatement = deferred()
      const renew = () => (how === 'fails' ? Promise.reject(unavailable) : hangingStatement.promise)
      const { signal } = holdLease({ renew })
      await pass(3 * periodMs - 1)
      expect(signal.aborted).toBe(false)
      await pass(2 * periodMs)
      expect(signal.reason).toBeInstanceOf(LeaseLost)
      hangingStatement.resolve()
    },
  )

  it('aborts a signal that is first used after the lease is lost', async () => {
    const { leases } = holdLease({})
    const held = leases.hold({ id: 'another job', epoch: 1 })
    leases.abortAll(new LeaseLost('lost'))
    expect(getSignal(held).reason).toBeInstanceOf(LeaseLost)
    expect(getSignal(held)).toBe(getSignal(held))
  })
})
