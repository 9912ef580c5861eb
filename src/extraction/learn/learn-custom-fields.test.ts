import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { compileSchema } from '../../domain/fields/compile-schema.ts'
import { readFields } from '../fields/read-fields.ts'
import { findLearnedLabels } from '../fields/learned-labels.ts'
import { occursIn } from '../mapping/choose.ts'
import { parseMapping } from '../mapping/load.ts'
import { loadVocabulary } from '../mapping/load-vocabulary.ts'
import { readText } from '../text/read-text.ts'
import { learnCustomFields } from './learn-custom-fields.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')
const schema = {
  type: 'object',
  properties: {
    haulier: { type: 'string' },
    load: { type: 'object', properties: { weight: { type: 'number' } } },
    wanted_on: { type: 'string', format: 'date' },
  },
}

/** A document whose labels cannot be inferred from the field names. */
const slip = (driver: string, kilos: string, day: string) => `
Gudang Samudra Raya

Driven by: ${driver}         Bring by: ${day}
Net kg: ${kilos}             Gross kg: 99.000

Signature
`
const first = drawnPages(slip('Budi Santoso', '1.250', '2026-03-04'))
const later = drawnPages(slip('Wati Lestari', '2.480', '2026-05-06'))
const approved = {
  haulier: 'Budi Santoso',
  load: { weight: 1250 },
  wanted_on: '2026-03-04',
}

function learn(data: Record<string, unknown>, paths: string[], pages = first) {
  return learnCustomFields(
    [{ reading: { kind: 'fields', schema, data, paths }, pages }],
    vocabulary,
  )
}

function read(pages: typeof first, yaml?: string) {
  const { root } = compileSchema(schema)
  if (!root) throw new Error('The schema is invalid')
  const layout =
    yaml === undefined ? [] : [parseMapping(yaml, 'gudang_samudra_raya_fields_v1.yaml')]
  const mappings = new Map(layout.map((mapping) => [mapping.name, mapping]))
  const labels = findLearnedLabels(mappings, pages, occursIn)
  const base = { mapping: 'text', reading: readText(pages), labels }
  return readFields({ schema, root }, pages, base, vocabulary)
}

describe('learnCustomFields', () => {
  it('reads later documents of the sender beside the labels of corrected values', () => {
    const learned = learn(approved, ['haulier', 'load.weight', 'wanted_on'])
    if ('refusal' in learned) throw new Error(learned.refusal.code)
    expect(learned).toMatchObject({
      name: 'gudang_samudra_raya_fields_v1',
      sender: 'Gudang Samudra Raya',
    })
    for (const label of ['Driven by', 'Net kg', 'Bring by'])
      expect(learned.yaml).toContain(`[ ${label} ]`)
    expect(read(later).data).toEqual({ haulier: null, load: { weight: null }, wanted_on: null })
    const { data, evidence, review } = read(later, learned.yaml)
    expect(data).toEqual({
      haulier: 'Wati Lestari',
      load: { weight: 2480 },
      wanted_on: '2026-05-06',
    })
    expect(evidence['data.haulier']).toMatchObject({ source: 'learned' })
    expect(review.reasons).toEqual([])
  })

  it('does not apply to documents of other senders, and finds nothing where a label is missing', () => {
    const learned = learn(approved, ['haulier'])
    if ('refusal' in learned) throw new Error(learned.refusal.code)
    const other = drawnPages(slip('X Y', '1', '2026-01-01').replace('Samudra', 'Lain'))
    expect(read(other, learned.yaml).data).toMatchObject({ haulier: null })
    const without = drawnPages(slip('X Y', '1', '2026-01-01').replace('Driven by', 'Guided by'))
    expect(read(without, learned.yaml).data).toMatchObject({ haulier: null })
  })

  it('learns only the requested values beside a label', () => {
    const learned = learn({ ...approved, haulier: 'Nobody Here' }, ['haulier', 'load.weight'])
    if ('refusal' in learned) throw new Error(learned.refusal.code)
    expect(learned.yaml).toContain('Net kg')
    expect(learned.yaml).not.toContain('haulier')
    expect(learned.yaml).not.toContain('Bring by')
    expect(learn({ ...approved, haulier: 'Nobody Here' }, ['haulier'])).toEqual({
      refusal: { code: 'no_labels' },
    })
  })

  it('keeps the labels of an earlier document, and what both documents have in common', () => {
    const examples = [
      {
        reading: { kind: 'fields' as const, schema, data: approved, paths: ['haulier'] },
        pages: first,
      },
      {
        reading: {
          kind: 'fields' as const,
          schema,
          data: { haulier: null, load: { weight: 2480 }, wanted_on: null },
          paths: ['load.weight'],
        },
        pages: later,
      },
    ]
    const learned = learnCustomFields(examples, vocabulary)
    if ('refusal' in learned) throw new Error(learned.refusal.code)
    const { data } = read(drawnPages(slip('Sri Dewi', '7', '2026-07-08')), learned.yaml)
    expect(data).toMatchObject({ haulier: 'Sri Dewi', load: { weight: 7 } })
  })

  it('rejects a document that nothing identifies', () => {
    const anonymous = drawnPages('\nDriven by: Budi Santoso\n')
    expect(learn(approved, ['haulier'], anonymous)).toEqual({
      refusal: { code: 'sender_unknown' },
    })
  })
})
