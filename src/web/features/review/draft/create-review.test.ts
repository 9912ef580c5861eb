import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createInvoice } from '../../../../../test/support/readings/invoice.ts'
import type {
  Change,
  ChangeRecord,
  CorrectableReading,
  ReadingResponse,
} from '../../../../domain/review/change.ts'
import { checkInvoice } from '../../../../domain/invoice/check-invoice.ts'
import { correct } from '../../../../domain/review/correct.ts'
import { AppError } from '../../../../domain/errors/app-error.ts'
import { sampleJob } from '../../../../../test/fixtures/sample-job.ts'
import { createReview } from './create-review.ts'
import type { UnsavedChanges } from './review-state.ts'

const set = (path: string, value: unknown): Change => ({ op: 'set', path, value })

/** Creates an in-memory server with one reading. The test controls its outages. */
function aServer() {
  let reading: CorrectableReading = checkInvoice(createInvoice())
  const changes: ChangeRecord[] = []
  let revision = 0
  const server = {
    isDown: false,
    isAnswerLost: false,
    respond: (): ReadingResponse => ({
      reading,
      revision,
      approved_at: null,
      approved_by: null,
      changes: [...changes],
    }),
    change(requested: Change[], changed_by = 'me') {
      const corrected = correct(reading, requested)
      reading = corrected.reading
      revision += 1
      const changed_at = '2026-01-01T00:00:00Z'
      changes.push(
        ...corrected.made.map((change) => ({ ...change, revision, changed_by, changed_at })),
      )
    },
    async load() {
      if (server.isDown) throw new AppError('UNAVAILABLE')
      return server.respond()
    },
    async save(seen: number, requested: Change[]) {
      if (server.isDown) throw new AppError('UNAVAILABLE')
      if (seen !== revision) throw new AppError('CHANGED_MEANWHILE')
      server.change(requested)
      if (server.isAnswerLost) throw new AppError('UNAVAILABLE')
      return server.respond()
    },
    async approve(seen: number) {
      if (seen !== revision) throw new AppError('CHANGED_MEANWHILE')
      revision += 1
      return sampleJob()
    },
  }
  return server
}

function setUp(unsaved: UnsavedChanges | null = null, server = aServer()) {
  const store = vi.fn<(work: UnsavedChanges | null) => void>()
  const { load, save, approve } = server
  const saving = vi.fn(save)
  const review = createReview(server.respond(), unsaved, { load, save: saving, approve, store })
  onTestFinished(review.close)
  const saveState = () => review.get().saveState.kind
  return { server, review, store, saving, stateOf: saveState }
}

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

it('checks the reading again with the current directory, after saving', async () => {
  const { review, saving } = setUp()
  review.edit([set('number', 'A')])
  await review.recheck()
  expect(saving.mock.calls).toEqual([
    [0, [set('number', 'A')]],
    [1, []],
  ])
  expect(review.get()).toMatchObject({ response: { revision: 2 }, saveState: { kind: 'saved' } })
})

describe('a review', () => {
  it('saves all keystrokes as one change when a field loses focus', async () => {
    const { review, saving, server, store, stateOf } = setUp()
    for (const value of ['A', 'AB', 'ABC']) review.type('number', value)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([stateOf(), saving.mock.calls]).toEqual(['typing', []])
    expect(store).toHaveBeenLastCalledWith({ revision: 0, changes: [set('number', 'ABC')] })
    review.endTyping()
    await vi.advanceTimersByTimeAsync(1000)
    expect(saving.mock.calls).toEqual([[0, [set('number', 'ABC')]]])
    expect(server.respond().reading).toMatchObject({ number: 'ABC' })
    expect([stateOf(), review.get().response.revision]).toEqual(['saved', 1])
    expect(store).toHaveBeenLastCalledWith(null)
  })

  it('sends changes typed during a save once that save has finished', async () => {
    const { review, server, stateOf } = setUp()
    review.type('number', 'A')
    const flushed = review.flush()
    review.edit([set('number', 'AB')])
    expect(await flushed).toBe(true)
    expect([stateOf(), server.respond().revision]).toEqual(['saved', 2])
    expect(server.respond().reading).toMatchObject({ number: 'AB' })
  })

  it('keeps changes while the server is down, and sends them later', async () => {
    const { review, server, store, stateOf } = setUp()
    server.isDown = true
    review.edit([set('number', 'A')])
    await vi.advanceTimersByTimeAsync(1000)
    expect(stateOf()).toBe('away')
    review.edit([set('currency', 'USD')])
    expect(store.mock.lastCall?.[0]?.changes).toHaveLength(2)
    server.isDown = false
    await vi.advanceTimersByTimeAsync(5000)
    expect(stateOf()).toBe('saved')
    expect(server.respond().reading).toMatchObject({ number: 'A', currency: 'USD' })
  })

  it('sends unsaved changes from the last visit', async () => {
    const { server, review } = setUp({ revision: 0, changes: [set('number', 'unsaved')] })
    expect(review.get().draft.reading).toMatchObject({ number: 'unsaved' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.respond().reading).toMatchObject({ number: 'unsaved' })
  })

  it('recognises that its change was saved even if the response was lost', async () => {
    const { review, server, stateOf } = setUp()
    server.isAnswerLost = true
    review.edit([set('number', 'A')])
    await review.flush()
    server.isAnswerLost = false
    review.edit([set('currency', 'USD')])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(stateOf()).toBe('saved')
    expect(server.respond().reading).toMatchObject({ number: 'A', currency: 'USD' })
    expect(server.respond().changes).toHaveLength(2)
  })

  it('reports a rejected change and continues with the next change', async () => {
    const { review, saving, stateOf } = setUp()
    saving.mockRejectedValueOnce(new AppError('EXPIRED'))
    review.edit([set('number', 'A')])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([stateOf(), saving.mock.calls.length]).toEqual(['refused', 1])
    expect(await review.flush()).toBe(true)
  })
})

describe('a conflicting review', () => {
  async function setUpConflict() {
    const all = setUp()
    all.server.change([set('number', 'theirs'), { op: 'insert', path: 'lines.0' }], 'Budi')
    all.review.edit([set('lines.0.description', 'mine')])
    await all.review.flush()
    expect(all.stateOf()).toBe('conflict')
    return all
  }

  it('can discard its own changes', async () => {
    const { review, server, stateOf } = await setUpConflict()
    review.resolveConflict('take theirs')
    expect(stateOf()).toBe('saved')
    expect(review.get().draft.reading).toEqual(server.respond().reading)
    expect(review.get().draft.pending).toEqual([])
  })

  it('can apply its own changes on top, to the intended line', async () => {
    const { review, server, stateOf } = await setUpConflict()
    review.resolveConflict('put mine again')
    await vi.advanceTimersByTimeAsync(1000)
    expect(stateOf()).toBe('saved')
    const { reading } = server.respond()
    expect(reading).toMatchObject({
      number: 'theirs',
      lines: [{ description: '' }, { description: 'mine' }],
    })
  })

  it('is detected if there are unsaved changes from the last visit', () => {
    const server = aServer()
    server.change([set('number', 'theirs')], 'Budi')
    const { stateOf, review } = setUp({ revision: 0, changes: [set('number', 'mine')] }, server)
    expect(stateOf()).toBe('conflict')
    review.resolveConflict('take theirs')
    expect(review.get().draft.reading).toMatchObject({ number: 'theirs' })
  })

  it('does not approve unseen changes', async () => {
    const { server, review, stateOf } = setUp()
    server.change([set('number', 'theirs')], 'Budi')
    expect(await review.approve()).toBeUndefined()
    expect(stateOf()).toBe('saved')
    expect(review.get().draft.reading).toMatchObject({ number: 'theirs' })
    expect(await review.approve()).toBeDefined()
  })

  it("loads other users' changes while it has no local changes", async () => {
    const { server, review } = setUp()
    server.change([set('number', 'theirs')], 'Budi')
    await review.refresh()
    expect(review.get().draft.reading).toMatchObject({ number: 'theirs' })
  })
})
