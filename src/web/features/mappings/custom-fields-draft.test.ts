import { describe, expect, it } from 'vitest'
import { parseMapping } from '../../../extraction/mapping/load.ts'
import {
  createField,
  type FieldsDraft,
  nextId,
  toMappingName,
  toMappingYaml,
} from './custom-fields-draft.ts'

const draft: FieldsDraft = {
  title: 'Delivery note: "blue"',
  fields: [
    { ...createField(1), name: 'note_number', labels: 'Note no, No.:', hint: 'Above the table' },
    { ...createField(2, 'date'), name: 'day' },
    createField(3),
    {
      ...createField(4, 'table'),
      name: 'goods',
      columns: [{ ...createField(5), name: 'product' }, createField(6)],
    },
    { ...createField(7, 'table'), name: 'empty', columns: [createField(8)] },
  ],
}

describe('toMappingYaml', () => {
  it('writes a mapping that loads, without fields that have no name', () => {
    const mapping = parseMapping(toMappingYaml(draft), 'delivery_note_blue_v1.yaml')
    expect(mapping).toMatchObject({
      title: 'Delivery note: "blue"',
      reader: 'fields',
      fields: [
        { name: 'note_number', labels: ['Note no', 'No.:'], hint: 'Above the table' },
        { name: 'day', type: 'date' },
        { name: 'goods', type: 'table', fields: [{ name: 'product' }] },
      ],
    })
  })

  it('derives a name from any title', () => {
    expect(toMappingName('Übersicht 2026')).toBe('ubersicht_2026_v1')
    expect(toMappingName('2026 · 日本')).toBe('custom_fields_v1')
  })

  it('gives new fields an unused id', () => {
    expect(nextId(draft)).toBe(9)
  })
})
