import fc from 'fast-check'
import { expect, it } from 'vitest'
import { translator } from './translate.ts'

const translate = translator({
  number: (english) => english.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
  sentences: {
    'All is well.': 'Alles gut.',
    'Line {} has no {}.': 'Zeile {number} hat {words}.',
    'Line {}: its amount is {} {}.': 'Zeile {number}: ihr Betrag ist {number} {words}.',
    '{} is called {}.': '{2} heißt {1}.',
    '{} is called {} by all.': '{} heißt bei allen {}.',
    'Add {} to the list.': 'Nehmen Sie {} auf.',
    '{} should be {}.': '{words} sollte {words} sein.',
    'It is one of {}.': 'Es ist einer von {names}.',
    'What was missed: {}': 'Was fehlt: {}',
    'It failed: {}': 'Es schlug fehl: {told}',
  },
  phrases: {
    price: 'keinen Preis',
    '({} more)': '({number} mehr)',
    'The tax': 'Die Steuer',
    '{} of {}': '{} aus {}',
  },
})

it('says a sentence with its slots: as they are, as numbers, as words, in another order', () => {
  expect(translate('All is well.')).toBe('Alles gut.')
  expect(translate('Line 3 has no price.')).toBe('Zeile 3 hat keinen Preis.')
  expect(translate('Line 3: its amount is -1,234.5 (1,000 more).')).toBe(
    'Zeile 3: ihr Betrag ist -1.234,5 (1.000 mehr).',
  )
  expect(translate('A.1,5 is called B.')).toBe('B heißt A.1,5.')
  expect(translate('The tax should be 1,000.')).toBe('Die Steuer sollte 1.000 sein.')
  expect(translate('It is one of Ann (9) of Sharks; Bo.')).toBe(
    'Es ist einer von Ann (9) aus Sharks; Bo.',
  )
})

it('says what another one had to say, if it can', () => {
  expect(translate('It failed: All is well. Line 3 has no price.')).toBe(
    'Es schlug fehl: Alles gut. Zeile 3 hat keinen Preis.',
  )
  expect(translate('It failed: Who knows.')).toBe('Es schlug fehl: Who knows.')
})

it('takes the sentence that says most by itself', () => {
  expect(translate('A is called B by all.')).toBe('A heißt bei allen B.')
})

it('says several sentences one after the other', () => {
  expect(
    translate('Line 1: its amount is 5 (1 more). Line 2: its amount is 7.5 (2 more). All is well.'),
  ).toBe('Zeile 1: ihr Betrag ist 5 (1 mehr). Zeile 2: ihr Betrag ist 7,5 (2 mehr). Alles gut.')
  expect(translate('All is well. What was missed: a b')).toBe('Alles gut. Was fehlt: a b')
})

it('leaves alone what a document says, be it full stops or signs of patterns', () => {
  expect(translate('Add PT. Satu. Dua to the list.')).toBe('Nehmen Sie PT. Satu. Dua auf.')
  expect(translate('What was missed: A. Line {1} $& (x')).toBe('Was fehlt: A. Line {1} $& (x')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(translate(`Add ${name} to the list.`)).toBe(`Nehmen Sie ${name} auf.`)
    }),
  )
})

it('knows no words for anything else', () => {
  for (const english of [
    'Something else.',
    'All is well',
    'All is well. Something else.',
    'Line three has no price.',
    'Line 3 has no colour.',
  ]) {
    expect(translate(english)).toBeUndefined()
  }
})
