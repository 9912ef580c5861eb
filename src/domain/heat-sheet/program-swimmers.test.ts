import { expect, it } from 'vitest'
import { type ProgramSwimmer, searchSwimmers } from './program-swimmers.ts'
import { formatRequestedSwimmer, parseRequestedSwimmers } from './requested-swimmer.ts'

const swimmer = (swimmer_name: string, team: string): ProgramSwimmer => ({
  swimmer_name,
  team,
  age: '11',
  events: 1,
  request: swimmer_name,
})
const program = [
  swimmer('Ahlgren, Ada', 'AQUA-XX'),
  swimmer('Núñez, Noémie B', 'LAKE-XX'),
  swimmer('O’Hara, Ada May', 'Lake Club'),
]

it.each([
  ['ahl', ['Ahlgren, Ada']],
  ['nunez', ['Núñez, Noémie B']],
  ['ada', ['Ahlgren, Ada', 'O’Hara, Ada May']],
  ['Ada Lake', ['O’Hara, Ada May']],
  ['lake', ['Núñez, Noémie B', 'O’Hara, Ada May']],
  ["o'hara", ['O’Hara, Ada May']],
  ['gren', []],
  ['  ', []],
])('finds swimmers by "%s"', (text, names) => {
  expect(searchSwimmers(text, program).map(({ swimmer_name }) => swimmer_name)).toEqual(names)
})

it('formats a request that selects one of several swimmers with the same name', () => {
  const person = { swimmer_name: 'Ahlgren, Ada', team: 'AQUA-XX', age: '11' }
  expect(formatRequestedSwimmer(person, true)).toBe('Ahlgren, Ada')
  const requested = 'Ahlgren, Ada | AQUA-XX | 11'
  expect(formatRequestedSwimmer(person, false)).toBe(requested)
  expect(parseRequestedSwimmers(`${requested}; Bo Orsi`)).toEqual([
    { requested, name: 'Ahlgren, Ada', team: 'AQUA-XX', age: '11' },
    { requested: 'Bo Orsi', name: 'Bo Orsi', team: undefined, age: undefined },
  ])
  expect(formatRequestedSwimmer({ ...person, team: null }, false)).toBe('Ahlgren, Ada |  | 11')
})
