import { describe, expect, it } from 'vitest'
import { loadVocabulary } from '../../mapping/load-vocabulary.ts'
import { DateFinder } from './dates.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')
const find = (text: string) => new DateFinder(vocabulary).find(text).map(({ value }) => value)

describe('DateFinder', () => {
  it.each([
    ['2024-03-05', 'iso'],
    ['05/03/2024', 'slashes'],
    ['5.3.2024', 'dots'],
    ['05.03.24', 'a short year'],
    ['5 March 2024', 'English'],
    ['March 5th, 2024', 'month first'],
    ['05-Mar-2024', 'an abbreviation'],
    ['5 Maret 2024', 'Indonesian'],
    ['5. März 2024', 'German'],
    ['5 mars 2024', 'French'],
    ['5 maart 2024', 'Dutch'],
    ['5 de marzo de 2024', 'Spanish'],
    ['5 marzo 2024', 'Italian'],
  ])('reads %s (%s)', (text) => expect(find(text)).toEqual(['2024-03-05']))

  it('finds the date in a sentence, not a number beside it', () => {
    expect(find('Rechnung Nr. A7-31 vom 03.10.2020')).toEqual(['2020-10-03'])
    expect(find('01.01.2023 - 30.06.2023')).toEqual(['2023-01-01', '2023-06-30'])
  })

  it.each(['31.02.2024', '1.2.3.4', '20240210', '12 pieces 24', '4/2024', '70.123.456.7'])(
    'finds no date in %s',
    (text) => expect(find(text)).toEqual([]),
  )

  it('interprets a date with dots as day first', () => {
    const american = new DateFinder(vocabulary, 'month')
    expect(american.find('03/05/2024')[0]).toMatchObject({
      value: '2024-03-05',
      is_ambiguous: true,
    })
    expect(american.find('05.03.2024')[0]).toMatchObject({
      value: '2024-03-05',
      is_ambiguous: false,
    })
  })
})
