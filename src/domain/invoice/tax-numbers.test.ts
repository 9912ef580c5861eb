import { describe, expect, it } from 'vitest'
import {
  findNitkuFault,
  findNpwpDoubts,
  findNpwpFault,
  isNik,
  normaliseNpwp,
} from './tax-numbers.ts'

describe('an NPWP', () => {
  it.each([
    ['01.234.567.4-901.000', '0012345674901000'],
    ['01.234.567.4/901.000', '0012345674901000'],
    ['0012345674901000', '0012345674901000'],
    [' 3174 0123 0459 0001 ', '3174012304590001'],
  ])('is normalised: %j to %s', (text, npwp) => {
    expect(normaliseNpwp(text)).toBe(npwp)
    expect(findNpwpFault(text)).toBeUndefined()
  })

  it.each([
    ['123', 'not_npwp'],
    ['', 'not_npwp'],
    ['00123456749010000', 'not_npwp'],
    ['01.234.567.A-901.000', 'not_npwp'],
    ['00.000.000.0-000.000', 'npwp_zero'],
    ['0000000000000000', 'npwp_zero'],
  ])('cannot be %j: %s', (text, fault) => {
    expect(normaliseNpwp(text)).toBeUndefined()
    expect(findNpwpFault(text)).toBe(fault)
  })

  it('has a check digit and no branch if it belongs to a company', () => {
    expect(findNpwpDoubts('0012345674901000')).toEqual([])
    expect(findNpwpDoubts('0012345678901000')).toEqual(['npwp_check_digit'])
    expect(findNpwpDoubts('0012345674901001')).toEqual(['npwp_branch'])
    expect(findNpwpDoubts('0021345674901000')).toEqual(['npwp_check_digit'])
  })

  it('is a NIK with a valid date of birth if it belongs to a private individual', () => {
    expect(findNpwpDoubts('3174012304590001')).toEqual([])
    expect(findNpwpDoubts('3174013204590001')).toEqual(['npwp_not_nik'])
  })
})

describe('a NITKU', () => {
  it('has 22 digits and starts with the NPWP', () => {
    expect(findNitkuFault('0012345674901000000000', '0012345674901000')).toBeUndefined()
    expect(findNitkuFault('0012345674901000000012', null)).toBeUndefined()
    expect(findNitkuFault('000000', '0012345674901000')).toBe('not_nitku')
    expect(findNitkuFault('0098765432109000000000', '0012345674901000')).toBe('nitku_not_of_npwp')
  })
})

describe('a NIK', () => {
  it.each([
    ['3174012304590001', true],
    ['3174016304590001', true],
    ['3174017105590001', true],
    ['123', false],
    ['3174010004590001', false],
    ['3174013204590001', false],
    ['3174014004590001', false],
    ['3174017205590001', false],
    ['3174012313590001', false],
    ['3174012300590001', false],
    ['3174012902600001', true],
    ['3174013002600001', false],
    ['3174017106600001', false],
    ['3174017006600001', true],
    ['0113791107063000', false],
  ])('is recognised: %s is %s', (text, expected) => {
    expect(isNik(text)).toBe(expected)
  })
})
