import { expect, it } from 'vitest'
import { scoreSearchOnGeneratedSheets } from '../../../test/support/corpus/generated-sheets.ts'

it('finds 25 swimmers by name, with exactly their events, in each of 14 generated sheets', async () => {
  const scores = await scoreSearchOnGeneratedSheets()
  expect(scores).toHaveLength(14)
  for (const { id, swimmers, mistakes, false_flags } of scores)
    expect({ id, ...swimmers, mistakes, false_flags }).toEqual({
      id,
      right: 25,
      total: 25,
      mistakes: [],
      false_flags: 0,
    })
})
