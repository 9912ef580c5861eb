import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { render } from '../i18n/render.ts'
import { encodeFault } from './fault-codes.ts'
import { listFaults } from './fault.ts'

const Query = z.strictObject({
  limit: z.int().min(1).max(100),
  above: z.number().gt(0).lt(5).multipleOf(0.5).optional(),
  name: z.string().min(2).max(5).optional(),
  q: z.string().min(1).optional(),
  ids: z.array(z.uuid()).min(2).max(3).optional(),
  format: z.enum(['json', 'xml']).optional(),
  unit: z
    .string()
    .regex(/^UM/, encodeFault('looks_like', { example: 'UM.0021' }))
    .optional(),
  plain: z.string().regex(/^a/).optional(),
  either: z.union([z.literal('a'), z.number()]).optional(),
  record: z.record(z.string().regex(/^a/, encodeFault('label_blank', {})), z.string()).optional(),
  odd: z.custom((value) => value === 7).optional(),
})
const id = '0190a1b2-0000-7000-8000-000000000000'

describe('a schema fault', () => {
  it.each([
    [{}, 'limit: is missing', 'limit: belum diisi'],
    [{ limit: 'x' }, 'limit: must be a number', 'limit: harus berupa angka'],
    [{ limit: 1.5 }, 'limit: must be a whole number', 'limit: harus berupa bilangan bulat'],
    [{ limit: 0 }, 'limit: must be at least 1', 'limit: paling kecil 1'],
    [{ limit: 101 }, 'limit: must be at most 100', 'limit: paling besar 100'],
    [{ limit: 1, above: 0 }, 'above: must be greater than 0', 'above: harus lebih dari 0'],
    [{ limit: 1, above: 5 }, 'above: must be less than 5', 'above: harus kurang dari 5'],
    [{ limit: 1, above: 0.7 }, 'above: must be a multiple of 0.5', 'above: harus kelipatan 0.5'],
    [{ limit: 1, name: 'a' }, 'name: must have at least 2 characters', 'name: paling sedikit'],
    [{ limit: 1, name: 'abcdef' }, 'name: must have at most 5 characters', 'name: paling banyak'],
    [{ limit: 1, q: '' }, 'q: must not be empty', 'q: tidak boleh kosong'],
    [{ limit: 1, ids: [id] }, 'ids: must have at least 2 entries', 'ids: paling sedikit 2 isi'],
    [{ limit: 1, ids: [id, id, id, id] }, 'ids: must have at most 3 entries', 'ids: paling banyak'],
    [{ limit: 1, ids: [id, 'x'] }, 'ids.1: must be a UUID', 'ids.1: harus berupa UUID'],
    [{ limit: 1, format: 'pdf' }, 'format: must be one of json, xml', 'format: harus salah satu'],
    [{ limit: 1, unit: 'x' }, 'unit: must look like UM.0021', 'unit: harus seperti UM.0021'],
    [{ limit: 1, plain: 'x' }, 'plain: does not have the expected format', 'plain: formatnya'],
    [{ limit: 1, either: 'b' }, 'either: must be one of a', 'either: harus salah satu dari a'],
    [
      { limit: 1, record: { b: 'x' } },
      'record.b: must contain more than',
      'record.b: harus berisi',
    ],
    [{ limit: 1, odd: 8 }, 'odd: is not valid', 'odd: tidak sah'],
    [{ limit: 1, format: 'jsn' }, 'format: .*did you mean "json"', 'format: .*maksudnya “json”'],
    [
      { limit: 1, nmae: 'x' },
      'unknown key "nmae"; did you mean "name"',
      'kunci “nmae” tidak dikenal',
    ],
    [
      { limit: 1, colour: 'x' },
      'unknown key "colour"; valid keys are limit,',
      'kunci “colour” tidak dikenal',
    ],
  ])('for %j is rendered in both languages', (given, english, indonesian) => {
    const { error } = Query.safeParse(given)
    const faults = error ? listFaults(error, given, Query) : []
    expect(faults.map((fault) => render(fault))).toEqual([expect.stringMatching(`^${english}`)])
    expect(faults.map((fault) => render(fault, 'id'))).toEqual([
      expect.stringMatching(`^${indonesian}`),
    ])
  })
})
