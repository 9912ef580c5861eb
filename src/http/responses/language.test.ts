import { expect, it } from 'vitest'
import { negotiateLanguage } from './language.ts'

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de-DE, fr;q=0.5', 'en'],
  ['id', 'id'],
  ['id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7', 'id'],
  ['en-GB,en;q=0.9,id;q=0.8', 'en'],
  ['en;q=0.2, id;q=0.8', 'id'],
  ['id;q=0', 'en'],
  ['de, id;q=0.1', 'id'],
])('responds to %j in %s', (header, language) => {
  expect(negotiateLanguage(header)).toBe(language)
})
