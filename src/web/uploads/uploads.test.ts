import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import type { Job } from '../../domain/job.ts'
import { sampleJob } from '../jobs/sample-job.ts'
import { createUploads, type Uploads } from './uploads.ts'

interface Sending {
  name: string
  signal: AbortSignal
  succeed: (job: Job) => void
  fail: (error: Error) => void
}

/** Uploads whose sending ends when the test says so. */
function setUp(check: (file: File) => Promise<void> = () => Promise.resolve()) {
  const sendings: Sending[] = []
  const onEnd = vi.fn()
  const uploads = createUploads({
    check,
    onEnd,
    send: ({ file }, _onProgress, signal) =>
      new Promise((succeed, fail) => {
        sendings.push({ name: file.name, signal, succeed, fail })
      }),
  })
  return { uploads, sendings, onEnd }
}

function file(name: string): File {
  return new File(['%PDF-'], name, { lastModified: 1 })
}

function kindsOf(uploads: Uploads): Record<string, string> {
  return Object.fromEntries(uploads.get().map(({ file: { name }, state }) => [name, state.kind]))
}

describe('uploads', () => {
  it('sends three at a time, in order', async () => {
    const { uploads, sendings } = setUp()
    uploads.add(['a', 'b', 'c', 'd', 'e'].map(file))
    await vi.waitFor(() => expect(sendings.map(({ name }) => name)).toEqual(['a', 'b', 'c']))
    sendings[1]?.succeed(sampleJob())
    await vi.waitFor(() => expect(sendings.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']))
    expect(kindsOf(uploads)).toEqual({
      a: 'sending',
      b: 'sent',
      c: 'sending',
      d: 'sending',
      e: 'waiting',
    })
  })

  it('makes room when one is cancelled, and sends it again when asked to', async () => {
    const { uploads, sendings } = setUp()
    uploads.add(['a', 'b', 'c', 'd'].map(file))
    await vi.waitFor(() => expect(sendings).toHaveLength(3))
    const first = uploads.get()[0]?.id ?? 0
    uploads.cancel(first)
    expect(sendings[0]?.signal.aborted).toBe(true)
    expect(kindsOf(uploads)).toMatchObject({ a: 'cancelled', d: 'sending' })
    sendings[0]?.fail(new DOMException('aborted', 'AbortError'))
    sendings[1]?.succeed(sampleJob())
    uploads.retry(first)
    await vi.waitFor(() => expect(kindsOf(uploads)).toMatchObject({ a: 'sending', b: 'sent' }))
  })

  it('keeps what failed with its reason and can send it again', async () => {
    const { uploads, sendings, onEnd } = setUp()
    uploads.add([file('a')])
    await vi.waitFor(() => expect(sendings).toHaveLength(1))
    const error = new AppError('STORAGE_FULL')
    sendings[0]?.fail(error)
    await vi.waitFor(() => expect(uploads.get()[0]?.state).toEqual({ kind: 'failed', error }))
    expect(onEnd).toHaveBeenCalledOnce()
    uploads.retry(uploads.get()[0]?.id ?? 0)
    await vi.waitFor(() => expect(sendings).toHaveLength(2))
  })

  it('never sends a file that fails its check; only what may pass later can be tried again', async () => {
    const codes = { bad: 'NOT_PDF', unlucky: 'UNAVAILABLE' } as const
    const { uploads, sendings } = setUp(({ name }) =>
      Promise.reject(new AppError(codes[name as keyof typeof codes])),
    )
    uploads.add(['bad', 'unlucky'].map(file))
    await vi.waitFor(() => expect(kindsOf(uploads)).toEqual({ bad: 'refused', unlucky: 'failed' }))
    expect(sendings).toEqual([])
  })

  it('refuses a file that is already in the list, but takes one again that did not get through', async () => {
    const { uploads, sendings } = setUp()
    uploads.add([file('a'), file('a')])
    await vi.waitFor(() => expect(sendings).toHaveLength(1))
    expect(uploads.get().map(({ state }) => state.kind)).toEqual(['sending', 'refused'])
    sendings[0]?.fail(new AppError('UNAVAILABLE'))
    await vi.waitFor(() => expect(uploads.get()[0]?.state.kind).toBe('failed'))
    uploads.add([file('a')])
    await vi.waitFor(() => expect(sendings).toHaveLength(2))
    expect(uploads.get().map(({ state }) => state.kind)).toEqual(['sending'])
  })
})
