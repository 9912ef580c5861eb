import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findName, splitNames } from './swimmer-names.ts'

describe('findName', () => {
  it.each([
    // Name order, with and without a comma, on either side.
    ['Ada Ahlgren', 'Ahlgren, Ada'],
    ['Ahlgren, Ada', 'Ahlgren, Ada'],
    ['Ahlgren Ada', 'Ahlgren, Ada'],
    ['Ahlgren, Ada', 'Ada Ahlgren'],
    ['Ahlgren Ada', 'Ada Ahlgren'],
    ['Mary Lou van Dam', 'van Dam, Mary Lou'],
    ['van Dam Mary Lou', 'van Dam, Mary Lou'],
    // Case, spaces and punctuation.
    ['ada ahlgren', 'Ahlgren, Ada'],
    ['ADA AHLGREN', 'Ahlgren, Ada'],
    ['  Ada   Ahlgren ', 'Ahlgren, Ada'],
    ['Ahlgren,Ada', 'Ahlgren, Ada'],
    ['Ada Ahlgren', '*Ahlgren, Ada'],
    ["Bo O'Marra", 'O’Marra, Bo'],
    ['Bo OMarra', "O'Marra, Bo"],
    ['Ivo Quist Berg', 'Quist-Berg, Ivo'],
    ['St. John, Ivo', 'St John, Ivo'],
    // Accents, including letters that do not decompose.
    ['Noemie Nunez', 'Núñez, Noémie'],
    ['Núñez, Noémie', 'Nunez, Noemie'],
    ['Nu\u0301n\u0303ez, Noémie', 'Núñez, Noémie'],
    ['Jurgen Soby', 'Søby, Jürgen'],
    ['Lukasz Zolty', 'Żółty, Łukasz'],
    ['Max Grosse', 'Große, Max'],
    // Middle initials on one side only, or as an abbreviation.
    ['Ada Ahlgren', 'Ahlgren, Ada B'],
    ['Ada Ahlgren', 'Ahlgren, Ada B.'],
    ['Ada B Ahlgren', 'Ahlgren, Ada'],
    ['Ada B Ahlgren', 'Ahlgren, Ada Beth'],
    ['Ada Beth Ahlgren', 'Ahlgren, Ada B'],
    ['Ada Beth Ahlgren', 'Ahlgren, Ada Beth P'],
    ['Ada Beth P Ahlgren', 'Ahlgren, Ada Beth'],
    // Two given names, both printed.
    ['Bea Orsi', 'Orsi, Bea or Beatrix'],
    ['Beatrix Orsi', 'Orsi, Bea or Beatrix'],
    ['Libby Orsi', 'Orsi, Elizabeth (Libby)'],
    ['Elizabeth Orsi', 'Orsi, Elizabeth "Libby"'],
    // Single-word names, and names with digits.
    ['Moonbeam Rae', 'Moonbeam Rae,'],
    ['rower 7', 'Rower 7,'],
    ['T/B/A', 'T/B/A,'],
    ['whee!', 'Whee!!,'],
  ])('matches %j with %j', (requested, printed) => {
    expect(findName(requested, ['Tamm, Ivo', printed, 'Ng, Lí']).found).toEqual([printed])
  })

  it.each([
    // A printed name that differs by a typo, an initial, a nickname, or a shorter or longer given name is suggested but
    // not accepted.
    ['Ada Ahlgern', 'Ahlgren, Ada'],
    ['Adda Ahlgren', 'Ahlgren, Ada'],
    ['Ada B Ahlgren', 'Ahlgren, Ada C'],
    ['Bob Tamm', 'Tamm, Robert'],
    ['Ada Ahlgren', 'Ahlgren, Ada Beth'],
    ['A Ahlgren', 'Ahlgren, Ada'],
    ['Ada Ahlgren Tamm', 'Tamm, Ada'],
  ])('suggests %j for %j without matching it', (requested, printed) => {
    const answer = findName(requested, ['Ng, Lí', printed])
    expect(answer).toEqual({ found: [], did_you_mean: [printed] })
  })

  it.each([['Ada Lovelace'], ['Ada'], ['Ng'], ['.'], ['']])('finds nobody for %j', (requested) => {
    expect(findName(requested, ['Ahlgren, Bo', 'Tamm, Ivo'])).toEqual({
      found: [],
      did_you_mean: [],
    })
  })

  it.each([
    ['Ahlgren', ['Ahlgren, Ada', 'AHLGREN Bo', 'Cy Ahlgren']],
    ['van dam', ['van Dam, Mary Lou', 'VAN DAM Ivo']],
    ['Nunez', ['Núñez, Noémie']],
    ['Núñez', ['Núñez, Noémie']],
    ['Dam', ['van Dam, Mary', 'VAN DAM Ivo', 'Cy van Dam']],
    ['Ahlgren', ['AHLGREN ADA', 'BO AHLGREN']],
  ])('finds the whole family for %j', (requested, found) => {
    const others = ['Tamm, Ivo', 'Ahl, Gren']
    expect(findName(requested, [...others, ...found])).toEqual({ found, did_you_mean: [] })
  })

  it('prefers a full name to a family name', () => {
    expect(findName('Mayo', ['Mayo,', 'Mayo, Ada'])).toEqual({
      found: ['Mayo,'],
      did_you_mean: ['Mayo, Ada'],
    })
  })

  it('prefers an exact match to a similar name', () => {
    const initials = ['Ahlgren, Ada B', 'Ahlgren, Ada', 'Ahlgren, Ada C']
    expect(findName('Ada Ahlgren', initials)).toEqual({
      found: ['Ahlgren, Ada'],
      did_you_mean: ['Ahlgren, Ada B', 'Ahlgren, Ada C'],
    })
    expect(findName('Ada B Ahlgren', initials).found).toEqual(['Ahlgren, Ada B'])
    expect(findName('Lí Ng', ['Ng, Li', 'Ng, Lí']).found).toEqual(['Ng, Lí'])
  })

  it('returns all equally good matches', () => {
    const both = ['Ahlgren, Ada B', 'Ahlgren, Ada C']
    expect(findName('Ada Ahlgren', both)).toEqual({ found: both, did_you_mean: [] })
  })

  it('suggests at most five names, typos before relatives', () => {
    const family = ['Ahlgren, Bo', 'Ahlgren, Cy', 'Ahlgren, Di', 'Ahlgren, Ed', 'Ahlgren, Flo']
    const { did_you_mean } = findName('Aba Ahlgren', [...family, 'Ahlgren, Ada', 'Tamm, Ivo'])
    expect(did_you_mean).toHaveLength(5)
    expect(did_you_mean[0]).toBe('Ahlgren, Ada')
    expect(did_you_mean).not.toContain('Tamm, Ivo')
  })

  it('matches either name order and any script', () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{2,12}$/)
    fc.assert(
      fc.property(word, word, (given, family) => {
        const printed = [`${family}, ${given}`]
        expect(findName(`${given} ${family}`, printed).found).toEqual(printed)
        expect(findName(`${family} ${given}`.toUpperCase(), printed).found).toEqual(printed)
      }),
    )
  })
})

it('splits names at semicolons and line breaks, never at commas', () => {
  expect(splitNames('Ahlgren, Ada; Max & Moritz\n Bo Tamm ;')).toEqual([
    'Ahlgren, Ada',
    'Max & Moritz',
    'Bo Tamm',
  ])
})
