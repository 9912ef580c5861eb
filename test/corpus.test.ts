import { describe, expect, it } from 'vitest'
import { hasCorpus, isFullyRight, isSilentlyWrong, readCorpus } from './support/corpus.ts'

// The corpus holds real invoices, so it is no part of the repository.
describe.skipIf(!hasCorpus)('the corpus of real invoices, if ../shared/corpus is there', () => {
  it('is read fully right or flagged, and never silently wrong', async () => {
    const results = await readCorpus()
    const notRight = results.filter((result) => !isFullyRight(result)).map(({ id }) => id)
    expect(results).toHaveLength(51)
    // A scan: it waits for text recognition.
    expect(notRight).toEqual(['esi-01'])
    expect(results.filter(isSilentlyWrong)).toEqual([])
    // A down payment, two wrong tax bases, and the scan.
    const flagged = results.filter(({ is_flagged }) => is_flagged).map(({ id }) => id)
    expect(flagged).toEqual(['esi-01', 'rittal-05', 'sil-05', 'sil-06'])
  })
})
