import { beforeEach, expect, it } from 'vitest'
import type { MappingSummary } from '../../domain/api/routes/service.ts'
import { recentSwimmers, findMapping, addRecentSwimmers } from './mapping-choice.ts'

const createSummary = (name: string, kind: MappingSummary['kind']): MappingSummary => ({
  name,
  kind,
  is_draft: false,
  title: name,
  description: name,
  params: [],
  outputs: ['json'],
})
const all = [
  createSummary('auto', 'auto'),
  createSummary('a_invoice_v1', 'invoice'),
  createSummary('b_invoice_v1', 'invoice'),
  createSummary('heat_sheet_v1', 'heat_sheet'),
  createSummary('fields_v1', 'fields'),
  createSummary('my_fields_v1', 'fields'),
]

it.each([
  ['auto', undefined, 'auto'],
  ['invoice', undefined, 'auto'],
  ['invoice', 'b_invoice_v1', 'b_invoice_v1'],
  ['heat_sheet', 'b_invoice_v1', 'heat_sheet_v1'],
  ['text', undefined, 'auto'],
  ['fields', undefined, 'my_fields_v1'],
] as const)('reads %s with the layout %s by %s', (kind, layout, name) => {
  expect(findMapping(all, kind, layout)?.name).toBe(name)
})

beforeEach(() => recentSwimmers.set([]))

it('remembers a limited number of swimmers, most recent first, without duplicates', () => {
  addRecentSwimmers(['Max Liu'])
  addRecentSwimmers(['Elly Liu', 'max liu'])
  expect(recentSwimmers.get()).toEqual(['Elly Liu', 'max liu'])
  for (let swimmer = 0; swimmer < 30; swimmer++) addRecentSwimmers([`Swimmer ${swimmer}`])
  expect(recentSwimmers.get()).toHaveLength(12)
  expect(recentSwimmers.get()[0]).toBe('Swimmer 29')
})
