import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { negotiate } from './negotiate.ts'

const xml = 'application/xml'
const json = 'application/json'

describe('Accept', () => {
  it.each<[string | undefined, string[]]>([
    [undefined, [xml, json]],
    ['*/*', [xml, json]],
    ['application/*', [xml, json]],
    ['application/xml', [xml]],
    ['Application/JSON', [json]],
    ['application/json, application/xml', [xml, json]],
    ['application/xml;q=0.5, application/json', [json, xml]],
    ['application/xml ; Q=0.2 , application/json; q=0.3', [json, xml]],
    ['application/json;charset=utf-8;q=0.9', [json]],
    ['*/*, application/xml;q=0', [json]],
    ['*/*;q=0.1, application/json', [json, xml]],
    ['application/*;q=0.9, application/xml;q=0.1', [json, xml]],
    ['text/html', []],
    ['application/xml;q=0', []],
    ['application/xml;q=much', []],
    ['', []],
    ['xml', []],
    [';;,,;q=1', []],
  ])('%s allows %j', (accept, allowed) => {
    expect(negotiate(accept, [xml, json])).toEqual(allowed)
  })

  it('returns only offered types, each once, for any header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (accept) => {
        const allowed = negotiate(accept, [xml, json])
        expect(new Set(allowed).size).toBe(allowed.length)
        expect([xml, json]).toEqual(expect.arrayContaining(allowed))
      }),
    )
  })
})
