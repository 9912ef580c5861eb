import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Goods, Party, Unit } from '../../../domain/invoice/directory.ts'
import {
  toBody,
  createDraft,
  emptyDraft,
  type DirectoryEntry,
  errorsByField,
  toPatch,
} from './entry-draft.ts'

const facts = { id: '1', origin: 'own', updated_at: null } as const
const party = (input: object): DirectoryEntry => ({ ...facts, ...Party.parse(input) })
const tin = '0123456782012000'

const text = fc.stringMatching(/^[a-z][a-z ]{0,8}[a-z]$/)
const names = fc.uniqueArray(text, { maxLength: 3 })
const parties = fc.record(
  {
    name: text,
    tin: fc.constant(tin),
    aliases: names,
    codes: fc.array(fc.record({ seller: text, code: text }), { maxLength: 2 }),
    address: fc.option(text),
    goods: fc.option(fc.constant({ option: 'B', code: '940100', unit: null })),
  },
  { requiredKeys: ['name', 'tin'] },
)

describe('an entry form', () => {
  it('sends an entry unchanged if the user has not typed anything', () => {
    fc.assert(
      fc.property(parties, (input) => {
        const entry = party(input)
        const draft = createDraft('parties', entry)
        expect({ ...facts, ...toBody('parties', draft) }).toEqual(entry)
        expect(toPatch('parties', entry, draft)).toEqual({})
      }),
    )
    const unit = { ...facts, ...Unit.parse({ code: 'UM.0021', name: 'Piece', aliases: ['pcs'] }) }
    expect({ ...facts, ...toBody('units', createDraft('units', unit)) }).toEqual(unit)
    const goods = { ...facts, ...Goods.parse({ code: '940100', option: 'A', skus: ['S-1'] }) }
    expect({ ...facts, ...toBody('goods', createDraft('goods', goods)) }).toEqual(goods)
  })

  it('sends only changed fields', () => {
    const entry = party({ name: 'PT Maju', tin, aliases: ['Maju'], address: 'Jalan Satu' })
    const draft = createDraft('parties', entry)
    const texts = { ...draft.texts, aliases: ' Maju \n\nMaju Jaya\nMaju', address: ' ' }
    expect(toPatch('parties', entry, { ...draft, texts })).toEqual({
      aliases: ['Maju', 'Maju Jaya'],
      address: null,
    })
  })

  it('is complete when the required fields are filled', () => {
    const draft = emptyDraft('parties')
    const texts = { ...draft.texts, name: 'PT Maju', tin }
    const body = toBody('parties', { texts, codes: [{ seller: ' ', code: '' }] })
    expect(Party.parse(body)).toEqual(Party.parse({ name: 'PT Maju', tin }))
  })

  it('leaves missing values to the server and shows its errors next to the fields', () => {
    const { error } = Party.safeParse({ ...toBody('parties', emptyDraft('parties')), goods: {} })
    const faults = (error?.issues ?? []).map(({ path, message }) => {
      return { pointer: `/${path.join('/')}`, detail: message }
    })
    expect(Object.keys(errorsByField('parties', faults))).toEqual([
      'name',
      'goods.option',
      'goods.code',
    ])
    const others = [
      { pointer: '/codes/0/seller', detail: 'one' },
      { pointer: '/codes/1/code', detail: 'two' },
      { pointer: '/nowhere', detail: 'three' },
    ]
    expect(errorsByField('parties', others)).toEqual({ codes: 'One. Two.', '': 'Three.' })
  })
})
