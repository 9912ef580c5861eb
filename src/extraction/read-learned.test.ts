import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../test/fixtures/drawn-page.ts'
import { fictionalItems, writeFictionalMapping } from '../../test/fixtures/fictional-invoice.ts'
import { loadMappings, parseMapping } from './mapping/load.ts'
import { meetGrammar } from '../../test/support/readings/meet-grammar.ts'
import { loadVocabulary } from './mapping/load-vocabulary.ts'
import { readLearned } from './read-learned.ts'

const mapping = parseMapping(
  `${writeFictionalMapping({ number: 'Serial', end: 'Total' })}
totals: { grand_total: Total }
learned: { from: 1 }
`,
  'made_up_v1.yaml',
)

const page = `
Made Up Ltd          Serial   : MU-17
                     Date     : 5 May 2025
${fictionalItems}
Total                             5.500`

function read(drawing: string) {
  if (mapping.reader !== 'invoice') throw new Error('Not an invoice mapping')
  const { reading, mapping: by } = readLearned(drawnPages(drawing), mapping, {
    mappings: loadMappings('mappings'),
    vocabulary: loadVocabulary('mappings/vocabulary'),
    meet_grammar: meetGrammar,
  })
  return { by: by.name, codes: reading.review.reasons.map(({ code }) => code), reading }
}

describe('readLearned', () => {
  it('reads a matching document with the layout', () => {
    expect(read(page)).toMatchObject({ by: 'made_up_v1', codes: [], reading: { number: 'MU-17' } })
  })

  it("omits the seller for another sender's document and flags it", () => {
    const { by, codes, reading } = read(page.replace('Made Up', 'Others'))
    expect(by).toBe('made_up_v1')
    expect(codes).toEqual(['seller_not_found'])
    expect(reading).toMatchObject({ number: 'MU-17', seller: { name: null } })
  })

  it.each([
    ['without the number', page.replace('Serial', 'Number')],
    ['without the table', page.replace('Qty', 'Anz')],
  ])('reads a document %s as a generic invoice and flags it', (_, drawing) => {
    const { by, codes } = read(drawing)
    expect(by).toBe('invoice_v1')
    expect(codes).toContain('layout_does_not_fit')
  })
})
