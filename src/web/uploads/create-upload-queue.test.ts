import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../domain/errors/app-error.ts'
import type { UploadReceipt } from './uploader.ts'
import { createUploadQueue, type UploadQueueStore, toStoredItems } from './create-upload-queue.ts'
import type { Upload } from './upload-queue.ts'

interface Request {
  upload: Upload
  signal: AbortSignal
  succeed: (received: UploadReceipt) => void
  fail: (error: Error) => void
}

function setUp(check = vi.fn(() => Promise.resolve({ kind: 'ready' } as const))) {
  const requests: Request[] = []
  const onSettled = vi.fn()
  const queue = createUploadQueue({
    check,
    send(upload, _, signal) {
      return new Promise((succeed, fail) => requests.push({ upload, signal, succeed, fail }))
    },
    onSettled: onSettled,
  })
  return { queue, requests, onSettled }
}

const file = (name: string) => new File(['%PDF-'], name, { lastModified: 1 })
const received = { batch_id: 'b', problems: [] }
const stateKinds = (queue: UploadQueueStore) => queue.get().uploads.map(({ state }) => state.kind)
const listNames = (items: readonly { name: string }[]) => items.map(({ name }) => name)

async function createFilled(fileNames: string[]) {
  const all = setUp()
  all.queue.add(fileNames.map(file))
  await vi.waitFor(() =>
    expect(all.queue.get().items.every(({ check }) => check.kind === 'ready')).toBe(true),
  )
  return all
}

describe('upload queue', () => {
  it('sends in list order, one upload after the other', async () => {
    const { queue, requests } = await createFilled(['a', 'b', 'c'])
    queue.move(queue.get().items[2]?.id ?? '', 0)
    queue.upload({ mapping: 'auto', params: {} }, 2)
    expect(requests.map(({ upload }) => listNames(upload.items))).toEqual([['c', 'a']])
    requests[0]?.succeed(received)
    await vi.waitFor(() => expect(requests).toHaveLength(2))
    expect(listNames(requests[1]?.upload.items ?? [])).toEqual(['b'])
    expect(queue.get().items).toEqual([])
  })

  it('keeps files that cannot be sent in the list', async () => {
    const error = new AppError('NOT_PDF')
    const { queue, requests } = setUp(
      vi
        .fn()
        .mockResolvedValueOnce({ kind: 'refused', error })
        .mockResolvedValue({ kind: 'ready' }),
    )
    queue.add(['page', 'good'].map(file))
    await vi.waitFor(() => expect(queue.get().items[1]?.check.kind).toBe('ready'))
    queue.upload({ params: {} }, 15)
    expect(listNames(requests[0]?.upload.items ?? [])).toEqual(['good'])
    expect(listNames(queue.get().items)).toEqual(['page'])
  })

  it('returns a cancelled upload to the list and continues with the next', async () => {
    const { queue, requests } = await createFilled(['a', 'b'])
    queue.upload({ params: {} }, 1)
    queue.cancel(requests[0]?.upload.id ?? '')
    expect(requests[0]?.signal.aborted).toBe(true)
    await vi.waitFor(() => expect(requests).toHaveLength(2))
    expect(listNames(queue.get().items)).toEqual(['a'])
  })

  it('pauses while Docket is down, then repeats the same upload', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { queue, requests } = await createFilled(['a', 'b'])
    queue.upload({ params: {} }, 1)
    requests[0]?.fail(new AppError('UNAVAILABLE'))
    await vi.waitFor(() => expect(stateKinds(queue)).toEqual(['paused', 'waiting']))
    await vi.runOnlyPendingTimersAsync()
    expect(requests[1]?.upload.id).toBe(requests[0]?.upload.id)
    requests[1]?.fail(new AppError('UNAVAILABLE'))
    await vi.waitFor(() => expect(stateKinds(queue)).toEqual(['paused', 'waiting']))
    queue.retryNow()
    expect(requests).toHaveLength(3)
  })

  it('stops on request, repeats the interrupted request later, and groups the requests', async () => {
    const { queue, requests } = await createFilled(['a', 'b', 'c'])
    queue.upload({ params: {} }, 2)
    queue.pause()
    expect(requests[0]?.signal.aborted).toBe(true)
    expect([stateKinds(queue), requests.length]).toEqual([['waiting', 'waiting'], 1])
    queue.uploadNow([new File(['%PDF'], 'd.pdf')], { params: {} })
    expect(requests).toHaveLength(1)
    queue.resume()
    expect(requests[1]?.upload.id).toBe(requests[0]?.upload.id)
    const [first, second] = queue.get().uploads
    expect(first?.group).toBe(second?.group)
    expect(first?.group).toBeTypeOf('string')
  })

  it('does not group uploads if the server does not accept batches', async () => {
    const { queue } = await createFilled(['a', 'b'])
    queue.upload({ params: {} }, 1)
    expect(queue.get().uploads.map(({ group }) => group)).toEqual([undefined, undefined])
  })

  it('keeps a rejected upload with its reason and retries on request', async () => {
    const { queue, requests, onSettled } = await createFilled(['a'])
    queue.upload({ params: {} }, 15)
    requests[0]?.fail(new AppError('STORAGE_FULL'))
    await vi.waitFor(() => expect(stateKinds(queue)).toEqual(['failed']))
    expect(onSettled).toHaveBeenCalledOnce()
    queue.retry(requests[0]?.upload.id ?? '')
    expect(requests).toHaveLength(2)
  })

  it('continues after a reload, and is empty once everything is sent', async () => {
    const { queue, requests } = await createFilled(['a', 'b', 'c'])
    queue.upload({ mapping: 'heat_sheet_v1', params: { swimmer: 'Elly' } }, 2)
    requests[0]?.succeed(received)
    await vi.waitFor(() => expect(stateKinds(queue)).toEqual(['sent', 'sending']))
    queue.add([file('d')])
    const stored = toStoredItems(queue.get(), 'tab')
    expect(listNames(stored)).toEqual(['c', 'd'])

    const after = setUp()
    after.queue.restore(stored)
    expect(after.requests.map(({ upload }) => upload)).toMatchObject([
      { id: requests[1]?.upload.id, choice: { params: { swimmer: 'Elly' } }, items: [{}] },
    ])
    expect(listNames(after.queue.get().items)).toEqual(['d'])
    after.requests[0]?.succeed(received)
    await vi.waitFor(() =>
      expect(listNames(toStoredItems(after.queue.get(), 'tab'))).toEqual(['d']),
    )
  })
})
