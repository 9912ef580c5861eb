import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { parseMapping } from '../mapping/load.ts'
import { readInvoice } from './read-invoice.ts'

interface Item {
  sku: string
  name: string[]
  quantity: number
  price: number
}

interface Drawing {
  items: Item[]
  marks: '.,' | ',.'
  per_page: number
  header: 'each_page' | 'first_page'
}

/** Some of which look like quantities. */
const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,7}$/),
  fc.stringMatching(/^[A-Z]\d{1,3}$/),
  fc.stringMatching(/^\d{1,4}$/),
)
const item: fc.Arbitrary<Item> = fc.record({
  sku: fc.stringMatching(/^[A-Z]{2}-\d{1,4}$/),
  name: fc.array(word, { minLength: 1, maxLength: 9 }),
  quantity: fc.integer({ min: 1, max: 9999 }),
  price: fc.integer({ min: 1, max: 9_999_999 }),
})
const drawing: fc.Arbitrary<Drawing> = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 30 }),
  marks: fc.constantFrom('.,', ',.'),
  per_page: fc.integer({ min: 1, max: 12 }),
  header: fc.constantFrom('each_page', 'first_page'),
})

const mappingOf = (header: string) =>
  parseMapping(
    `name: drawn_v1
title: Drawn
description: Drawn by a test
reader: invoice
outputs: [json]
match: [Drawn]
fields: { number: Number }
table:
  columns: { sku: Article, description: Name, quantity: Qty, unit_price: Price, amount: Amount }
  start: [quantity, unit_price, amount]
  header: ${header}
  end: ['^Page', '^Total']
`,
    'drawn_v1.yaml',
  )

const head = 'Article    Name                       Qty           Price              Amount'

/** With two decimals, so that a document tells how it writes them. */
function money(value: number, [group, mark]: string): string {
  return `${String(value).replace(/\B(?=(\d{3})+$)/g, group ?? '')}${mark}00`
}

function drawItem({ sku, name, quantity, price }: Item, marks: string): string {
  const lines: string[] = ['']
  for (const part of name) {
    const longer = `${lines.at(-1)} ${part}`.trim()
    if (longer.length <= 22) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  const [first = '', ...others] = lines
  const numbers = [String(quantity).padStart(8), money(price, marks).padStart(16)]
  const amount = money(quantity * price, marks).padStart(20)
  const start = `${sku.padEnd(11)}${first.padEnd(22)}${numbers.join('')}${amount}`
  return [start, ...others.map((line) => ' '.repeat(11) + line)].join('\n')
}

function draw({ items, marks, per_page, header }: Drawing): string[] {
  const count = Math.ceil(items.length / per_page)
  return Array.from({ length: count }, (_, page) => {
    const own = items.slice(page * per_page, (page + 1) * per_page)
    const top = page === 0 || header === 'each_page' ? [`Drawn   Number ${page}`, '', head] : []
    const bottom = page === count - 1 ? ['Total   0'] : header === 'each_page' ? ['Page'] : []
    return [...top, ...own.map((each) => drawItem(each, marks)), ...bottom].join('\n')
  })
}

describe('an invoice drawn at random', () => {
  it('is read back exactly, whatever its numbers, wraps and pages', () => {
    fc.assert(
      fc.property(drawing, (drawn) => {
        const mapping = mappingOf(drawn.header)
        if (mapping.reader !== 'invoice') throw new Error('It is no invoice.')
        const { lines } = readInvoice(drawnPages(...draw(drawn)), mapping)
        const read = lines.map(({ sku, description, quantity, unit_price, amount }) => [
          [sku, description],
          [quantity, unit_price, amount],
        ])
        expect(read).toEqual(
          drawn.items.map(({ sku, name, quantity, price }) => [
            [sku, name.join(' ')],
            [quantity, price, quantity * price].map(String),
          ]),
        )
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  it('is read in time that grows with its length, not with its square', () => {
    const items = Array.from({ length: 510 }, (_, index) => ({
      sku: `AB-${index}`,
      name: ['a', 'lamp', 'with', 'a', 'long', 'name', `N${index}`],
      quantity: 2,
      price: 1500,
    }))
    const mapping = mappingOf('each_page')
    if (mapping.reader !== 'invoice') throw new Error('It is no invoice.')
    const timeOf = (count: number) => {
      const shown = { items: items.slice(0, count), marks: '.,', per_page: 20 } as const
      const pages = drawnPages(...draw({ ...shown, header: 'each_page' }))
      readInvoice(pages, mapping)
      const start = performance.now()
      expect(readInvoice(pages, mapping).lines).toHaveLength(count)
      return performance.now() - start
    }
    expect(timeOf(510)).toBeLessThan(6 * timeOf(170) + 50)
  })
})
