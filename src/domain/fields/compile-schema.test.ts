import { describe, expect, it } from 'vitest'
import { compileSchema, compileSchemaText } from './compile-schema.ts'

const text = { type: 'string' }

function compile(properties: Record<string, unknown>, others: Record<string, unknown> = {}) {
  return compileSchema({ type: 'object', properties, ...others })
}

function listFaults(properties: Record<string, unknown>) {
  return compile(properties).faults?.map(({ code, path }) => [code, path])
}

/** Returns objects nested to this depth. */
function nest(depth: number): unknown {
  return depth === 0 ? text : { type: 'object', properties: { inner: nest(depth - 1) } }
}

describe('compileSchema', () => {
  it('compiles values, objects and lists with their names, titles, descriptions and labels', () => {
    const { root } = compile({
      total: { type: 'number', title: 'Total', description: 'With tax', 'x-labels': ['Summe'] },
      seller: { type: 'object', properties: { name: text } },
      lines: { type: 'array', items: { type: 'object', properties: { day: { format: 'date' } } } },
    })
    expect(root?.fields).toMatchObject([
      { kind: 'value', type: 'number', title: 'Total', description: 'With tax', labels: ['Summe'] },
      { kind: 'group', name: 'seller', fields: [{ name: 'name', type: 'text' }] },
      { kind: 'list', name: 'lines', entry: { fields: [{ name: 'day', type: 'date' }] } },
    ])
  })

  it('accepts the references and types with null that code generators write', () => {
    const { root } = compile(
      {
        number: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'Number' },
        count: { type: ['integer', 'null'] },
        lines: { type: 'array', items: { $ref: '#/$defs/Line' } },
      },
      { $defs: { Line: { type: 'object', properties: { amount: { type: 'number' } } } } },
    )
    expect(root?.fields).toMatchObject([
      { type: 'text', title: 'Number' },
      { type: 'integer' },
      { entry: { fields: [{ name: 'amount' }] } },
    ])
  })

  it.each([
    ['string', 'emial', 'email'],
    ['string', 'date-time', 'date'],
    ['string', 'hostname', null],
    ['string', '__proto__', null],
    ['number', 'flaot', 'float'],
  ])('rejects a %s of the format "%s"', (type, format, did_you_mean) => {
    expect(compile({ a: { type, format } }).faults).toMatchObject([
      { code: 'not_one_of', path: 'properties.a.format', params: { did_you_mean } },
    ])
  })

  it('returns the path of each fault', () => {
    expect(
      listFaults({
        a: { type: 'money' },
        b: { allOf: [] },
        'c.d': text,
        e: { type: 'array', items: { type: 'array', items: text } },
        f: { $ref: '#/$defs/Missing' },
        g: { type: 'object' },
        h: { enum: [{}] },
        i: { ...text, 'x-labels': 'Total' },
        j: { oneOf: [text, { type: 'number' }] },
        k: { type: 'number', maximum: '5' },
        l: { type: 'number', multipleOf: 0 },
        m: { type: 'array', items: text, maxItems: 'many' },
      }),
    ).toEqual([
      ['not_one_of', 'properties.a.type'],
      ['schema_keyword', 'properties.b.allOf'],
      ['schema_name', 'properties.c.d'],
      ['schema_list_of_lists', 'properties.e.items'],
      ['schema_reference', 'properties.f.$ref'],
      ['missing', 'properties.g.properties'],
      ['schema_options', 'properties.h.enum'],
      ['schema_labels', 'properties.i.x-labels'],
      ['schema_keyword', 'properties.j.oneOf'],
      ['wrong_type', 'properties.k.maximum'],
      ['number_too_small', 'properties.l.multipleOf'],
      ['wrong_type', 'properties.m.maxItems'],
    ])
  })

  it('rejects a schema that is too deep, too wide or refers to itself', () => {
    expect(listFaults({ a: nest(3) })).toBeUndefined()
    expect(listFaults({ a: nest(4) })).toEqual([
      ['schema_too_deep', 'properties.a.properties.inner.properties.inner.properties.inner'],
    ])
    const wide = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, text]))
    expect(listFaults(wide)).toEqual([['schema_too_many_fields', 'properties']])
    const cyclic = compile(
      { a: { $ref: '#/$defs/A' } },
      { $defs: { A: { type: 'object', properties: { a: { $ref: '#/$defs/A' } } } } },
    )
    expect(cyclic.faults?.[0]?.code).toBe('schema_too_deep')
    const endless = compile({ a: { $ref: '#/$defs/A' } }, { $defs: { A: { $ref: '#/$defs/A' } } })
    expect(endless.faults?.[0]?.code).toBe('schema_too_deep')
  })

  it('rejects text that is too large, not JSON or not an object', () => {
    const large = JSON.stringify({ type: 'object', title: 'x'.repeat(40_000) })
    expect(compileSchemaText(large).faults?.[0]?.code).toBe('schema_too_large')
    expect(compileSchemaText('{').faults?.[0]?.code).toBe('schema_not_json')
    expect(compileSchemaText('[]').faults?.[0]?.code).toBe('wrong_type')
    expect(compileSchemaText('{"type":"string"}').faults?.[0]?.code).toBe('schema_not_object')
  })
})
