import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  getSentFractions,
  splitIntoUploads,
  type UploadItem,
  moveItem,
  renameItem,
  appendItems,
  removeItems,
} from './upload-queue.ts'
import { startProgress } from './upload-progress.ts'

function createItem(
  id: string,
  source: File | string = new File(['%PDF-'], id, { lastModified: 1 }),
) {
  return { id, name: id, source, check: { kind: 'ready' } } satisfies UploadItem
}

const itemIds = (items: readonly UploadItem[]) => items.map(({ id }) => id)

describe('the upload list', () => {
  it('marks duplicates and unmarks a duplicate when the first file is removed', () => {
    const one = new File(['%PDF-'], 'a.pdf', { lastModified: 1 })
    const items = appendItems(
      [],
      [createItem('a', one), createItem('b', one), createItem('c', 'https://x.test/a.pdf')],
    )
    expect(items.map(({ check }) => check.kind)).toEqual(['ready', 'duplicate', 'ready'])
    expect(removeItems(items, ['a']).map(({ check }) => check.kind)).toEqual(['checking', 'ready'])
  })

  it('moves a file to any position and keeps the order of the others', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(names, fc.nat(), fc.integer({ min: -3, max: 20 }), (ids, which, place) => {
        const id = ids[which % ids.length] ?? ''
        const moved = itemIds(
          moveItem(
            ids.map((one) => createItem(one)),
            id,
            place,
          ),
        )
        expect(moved.indexOf(id)).toBe(Math.min(Math.max(place, 0), ids.length - 1))
        expect(moved.filter((one) => one !== id)).toEqual(ids.filter((one) => one !== id))
      }),
    )
  })

  it.each([
    ['march', 'march.pdf'],
    ['../march.PDF', 'march.PDF'],
    ['  ', 'a.pdf'],
  ])('accepts the name %j as %j', (name, taken) => {
    expect(renameItem(createItem('a.pdf'), name).name).toBe(taken)
  })
})

describe('uploads', () => {
  it('keep the document order and the maximum batch size', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 15 }), (count, maxItems) => {
        const items = Array.from({ length: count }, (_, index) => createItem(String(index)))
        const uploads = splitIntoUploads(items, maxItems)
        expect(uploads.flat()).toEqual(items)
        expect(uploads.every((one) => one.length > 0 && one.length <= maxItems)).toBe(true)
        expect(uploads).toHaveLength(Math.ceil(count / maxItems))
      }),
    )
  })

  it("derive each document's progress from the total", () => {
    const items = [
      createItem('a', file(1000)),
      createItem('b', file(3000)),
      createItem('c', 'https://x.test/'),
    ]
    const fractionsAfter = (bytes: number) =>
      getSentFractions(items, { ...startProgress(4000, 0), sent_bytes: bytes })
    expect(fractionsAfter(0)).toEqual([0, 0, 0])
    expect(fractionsAfter(500)).toEqual([0.5, 0, 0])
    expect(fractionsAfter(2500)).toEqual([1, 0.5, 0])
    expect(fractionsAfter(4000)).toEqual([1, 1, 1])
  })
})

function file(bytes: number): File {
  return new File([new Uint8Array(bytes)], `${bytes}.pdf`)
}
