import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../domain/errors/errors.ts'
import type { UploadReceipt } from './uploader.ts'
import { createUploadQueue, type UploadQueueStore, toStoredItems } from './create-upload-queue.ts'
import type { Upload } from './upload-queue.ts'

interface Sending {
  shipment: Upload
  signal: AbortSignal
  succeed: (received: UploadReceipt) => void
  fail: (error: Error) => void
}

function setUp(check = vi.fn(() => Promise.resolve({ kind: 'ready' } as const))) {
  const sendings: Sending[] = []
  const onEnd = vi.fn()
  const outbox = createUploadQueue({
    check,
    send(shipment, _, signal) {
      return new Promise((succeed, fail) => sendings.push({ shipment, signal, succeed, fail }))
    },
    onSettled: onEnd,
  })
  return { outbox, sendings, onEnd }
}

const file = (name: string) => new File(['%PDF-'], name, { lastModified: 1 })
const received = { batch_id: 'b', problems: [] }
const kindsOf = (outbox: UploadQueueStore) => outbox.get().uploads.map(({ state }) => state.kind)
const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name)

async function filled(names: string[]) {
  const all = setUp()
  all.outbox.add(names.map(file))
  await vi.waitFor(() =>
    expect(all.outbox.get().items.every(({ check }) => check.kind === 'ready')).toBe(true),
  )
  return all
}

describe('the outbox', () => {
  it('sends in the order of the list, one shipment after the other', async () => {
    const { outbox, sendings } = await filled(['a', 'b', 'c'])
    outbox.move(outbox.get().items[2]?.id ?? '', 0)
    outbox.upload({ mapping: 'auto', params: {} }, 2)
    expect(sendings.map(({ shipment }) => namesOf(shipment.items))).toEqual([['c', 'a']])
    sendings[0]?.succeed(received)
    await vi.waitFor(() => expect(sendings).toHaveLength(2))
    expect(namesOf(sendings[1]?.shipment.items ?? [])).toEqual(['b'])
    expect(outbox.get().items).toEqual([])
  })

  it('leaves in the list what may not be sent', async () => {
    const error = new AppError('NOT_PDF')
    const { outbox, sendings } = setUp(
      vi
        .fn()
        .mockResolvedValueOnce({ kind: 'refused', error })
        .mockResolvedValue({ kind: 'ready' }),
    )
    outbox.add(['page', 'good'].map(file))
    await vi.waitFor(() => expect(outbox.get().items[1]?.check.kind).toBe('ready'))
    outbox.upload({ params: {} }, 15)
    expect(namesOf(sendings[0]?.shipment.items ?? [])).toEqual(['good'])
    expect(namesOf(outbox.get().items)).toEqual(['page'])
  })

  it('puts what is cancelled back into the list and goes on with the next', async () => {
    const { outbox, sendings } = await filled(['a', 'b'])
    outbox.upload({ params: {} }, 1)
    outbox.cancel(sendings[0]?.shipment.id ?? '')
    expect(sendings[0]?.signal.aborted).toBe(true)
    await vi.waitFor(() => expect(sendings).toHaveLength(2))
    expect(namesOf(outbox.get().items)).toEqual(['a'])
  })

  it('holds everything while Docket is away, and sends the same shipment again', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { outbox, sendings } = await filled(['a', 'b'])
    outbox.upload({ params: {} }, 1)
    sendings[0]?.fail(new AppError('UNAVAILABLE'))
    await vi.waitFor(() => expect(kindsOf(outbox)).toEqual(['held', 'waiting']))
    await vi.runOnlyPendingTimersAsync()
    expect(sendings[1]?.shipment.id).toBe(sendings[0]?.shipment.id)
    sendings[1]?.fail(new AppError('UNAVAILABLE'))
    await vi.waitFor(() => expect(kindsOf(outbox)).toEqual(['held', 'waiting']))
    outbox.retryNow()
    expect(sendings).toHaveLength(3)
  })

  it('keeps what the server refused, with its reason, and tries again when asked to', async () => {
    const { outbox, sendings, onEnd } = await filled(['a'])
    outbox.upload({ params: {} }, 15)
    sendings[0]?.fail(new AppError('STORAGE_FULL'))
    await vi.waitFor(() => expect(kindsOf(outbox)).toEqual(['failed']))
    expect(onEnd).toHaveBeenCalledOnce()
    outbox.retry(sendings[0]?.shipment.id ?? '')
    expect(sendings).toHaveLength(2)
  })

  it('goes on after a reload where it was, and has nothing left once all has arrived', async () => {
    const { outbox, sendings } = await filled(['a', 'b', 'c'])
    outbox.upload({ mapping: 'heat_sheet_v1', params: { swimmer: 'Elly' } }, 2)
    sendings[0]?.succeed(received)
    await vi.waitFor(() => expect(kindsOf(outbox)).toEqual(['sent', 'sending']))
    outbox.add([file('d')])
    const kept = toStoredItems(outbox.get(), 'tab')
    expect(namesOf(kept)).toEqual(['c', 'd'])

    const after = setUp()
    after.outbox.restore(kept)
    expect(after.sendings.map(({ shipment }) => shipment)).toMatchObject([
      { id: sendings[1]?.shipment.id, choice: { params: { swimmer: 'Elly' } }, items: [{}] },
    ])
    expect(namesOf(after.outbox.get().items)).toEqual(['d'])
    after.sendings[0]?.succeed(received)
    await vi.waitFor(() => expect(namesOf(toStoredItems(after.outbox.get(), 'tab'))).toEqual(['d']))
  })
})
