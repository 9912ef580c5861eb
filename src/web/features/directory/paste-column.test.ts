import { describe, expect, it } from 'vitest'
import { cpuSeconds } from '../../../../test/support/processes/cpu-time.ts'
import { readPastedNumbers } from './paste-column.ts'

const row = (name: string, ...others: string[]) => ({ name, spellings: [name, ...others] })
const rows = [row('PT Satu'), row('CV Dua', 'Dua Jaya'), row('PT Tiga'), row('CV Tiga')]
const [one, two, three] = ['0012345674901000', '00.987.654.3-110.9000', '01.234.567.4-901.000']

const read = (pasted: string, start = 0) => readPastedNumbers(rows, start, pasted)
const filled = (pasted: string, start = 0) => read(pasted, start)?.numbers

describe('a pasted column', () => {
  it('fills the rows downwards and skips empty lines', () => {
    expect(filled('1\r\n\r\n3\r\n')).toEqual({ 'PT Satu': '1', 'PT Tiga': '3' })
    expect(filled('1\n2', 2)).toEqual({ 'PT Tiga': '1', 'CV Tiga': '2' })
    expect(filled('1\n2\n3', 3)).toEqual({ 'CV Tiga': '1' })
    expect(filled("'01\n02")).toEqual({ 'PT Satu': '01', 'CV Dua': '02' })
  })

  it('of a single number is left to the field', () => {
    expect(read(`${one}\n`)).toBeUndefined()
  })
})

describe('pasted names and numbers', () => {
  it('are matched by name, in any order and column, whatever the focused row', () => {
    const pasted = `No\tNPWP\tNama\n1\t${one}\tdua jaya\n2\t${three}\tSATU\n3\t123\tCV Tiga\n`
    expect(read(pasted, 2)).toEqual({
      numbers: { 'CV Dua': one, 'PT Satu': three, 'CV Tiga': '123' },
      unmatched: [],
      conflicting: [],
    })
    expect(filled(`PT. Tiga\t${one}`)).toEqual({ 'PT Tiga': one })
  })

  it('report names that are not on the page or that fit two companies', () => {
    expect(read(`PT Empat\t${one}\nTiga\t${three}\nUD Satu\t${two}`)).toEqual({
      numbers: {},
      unmatched: ['PT Empat', 'Tiga', 'UD Satu'],
      conflicting: [],
    })
  })
})

describe('pasted lines with customer codes', () => {
  it('are matched by the column with names', () => {
    const expected = { 'PT Satu': one, 'PT Tiga': three }
    expect(filled(`CUST-001\tPT Satu\t${one}\nC2-2073\tPT Tiga\t${three}`)).toEqual(expected)
    expect(filled(`AB12\tPT Satu\t${one}\nAC7\tPT Tiga\t${three}`)).toEqual(expected)
  })

  it('are matched by the header if the codes have no digits', () => {
    const pasted = `Kode\tNama Perusahaan\tNPWP\nSATU\tPT Tiga\t${three}\nTIGA\tPT Satu\t${one}`
    expect(filled(pasted)).toEqual({ 'PT Satu': one, 'PT Tiga': three })
  })

  it('are reported if there are no names', () => {
    expect(read(`CUST-001\t${one}\nCUST-002\t${three}`)).toMatchObject({
      numbers: {},
      unmatched: ['CUST-001', 'CUST-002'],
    })
  })
})

describe('pasted lines with several names', () => {
  it('are matched only by the first text column, which names the company', () => {
    expect(read(`Nama\tGrup\tNPWP\nPT Anak\tPT Satu\t${one}\nPT Tiga\tPT Satu\t${three}`)).toEqual({
      numbers: { 'PT Tiga': three },
      unmatched: ['PT Anak'],
      conflicting: [],
    })
  })

  it('report numbers without a name', () => {
    expect(read(`PT Tiga\tPT Satu\t${one}\n\tPT Satu\t${three}\n${two}`)).toEqual({
      numbers: { 'PT Tiga': one },
      unmatched: [three, two],
      conflicting: [],
    })
  })

  it('fill no company that has different numbers', () => {
    const pasted = `PT Satu\t${one}\nSatu\t${two}\nCV Dua\t${two}\nDua Jaya\t0098765431109000`
    expect(read(pasted)).toEqual({
      numbers: { 'CV Dua': '0098765431109000' },
      unmatched: [],
      conflicting: ['PT Satu'],
    })
    expect(read(`${pasted}\nPT. Satu\t${one}`)?.conflicting).toEqual(['PT Satu'])
  })
})

it('matches two thousand pasted names in less than a second', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => `PT Contoh ${index}`)
  const many = names.map((name) => row(name))
  const pasted = names.map((name) => `${name}\t${one}`).join('\n')
  const seconds = await cpuSeconds(() => {
    expect(Object.keys(readPastedNumbers(many, 0, pasted)?.numbers ?? {})).toHaveLength(2000)
  })
  expect(seconds).toBeLessThan(1)
})
