import { expect, it } from 'vitest'
import { drawnPages } from '../../../../test/fixtures/drawn-page.ts'
import { readTextDocument } from '../../text/text-document.ts'
import { decideDateOrder } from './date-order.ts'

const decide = (text: string) => decideDateOrder(readTextDocument(drawnPages(text)))

it.each([
  ['another date', 'Date 03/04/2025\nDue 25/04/2025 $ 5', 'day', true],
  ['another American date', 'Date 03/04/2025\nDue 04/25/2025', 'month', true],
  ['an American address', 'Austin, TX 78701\nDate 03/04/2025\nTotal $ 5', 'month', true],
  ['another language', 'Tanggal 03/04/2025\nUSA\nTotal $ 5', 'day', true],
  ['another currency', 'Date 03/04/2025\nTotal Rp 5', 'day', true],
  ['nothing', 'Date 03/04/2025\nTotal $ 5', 'day', false],
] as const)('determines the date order from %s', (_evidence, text, order, is_certain) => {
  expect(decide(text)).toEqual({ order, is_certain })
})
