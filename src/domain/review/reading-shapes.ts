import type { CorrectableReading } from './change.ts'
import { clockNotation, decimalNotation, goodsCodeNotation } from '../values/notations.ts'
import {
  day,
  flag,
  group,
  list,
  orLeftOut,
  orNull,
  type Shape,
  text,
  whole,
  written,
  yes,
} from './shape.ts'

const number = written(decimalNotation)
const taxClass = { category: text, rate: orNull(number) }

const line = group({
  no: orNull(text),
  sku: orNull(text),
  hs_code: orNull(text),
  description: text,
  quantity: orNull(number),
  unit: orNull(text),
  unit_price: orNull(number),
  discount: orNull(number),
  amount: orNull(number),
  taxable: flag,
  tax_class: orLeftOut(group(taxClass)),
  goods_code: orLeftOut(written(goodsCodeNotation)),
})

const totals = group({
  subtotal: orNull(number),
  tax_base: orNull(number),
  tax: orNull(number),
  grand_total: orNull(number),
  charges: list(group({ name: text, amount: number, tax_class: orLeftOut(group(taxClass)) })),
  withheld: list(group({ name: text, amount: number })),
  taxes: orLeftOut(list(group({ ...taxClass, tax_base: number, tax: number }))),
  payment: orLeftOut(group({ prepaid: orNull(number), rounding: number, due: number })),
  quantity: orLeftOut(number),
  instalment: orLeftOut(number),
})

const swim = group({
  session: orNull(text),
  session_date: orNull(day),
  event_number: whole,
  event_letter: orNull(text),
  event_name: text,
  round: orNull(text),
  heat_number: orNull(whole),
  heats_total: orNull(whole),
  lane: orNull(whole),
  swimmer_name: orNull(text),
  age: orNull(text),
  team: orNull(text),
  seed_time: orNull(text),
  seed_rank: orNull(whole),
  qualifier: orNull(text),
  exhibition: flag,
  alternate: orNull(whole),
  relay: orNull(text),
  leg: orNull(whole),
  heat_start_time: orNull(written(clockNotation)),
  estimated: flag,
})

const swimmer = group({ swimmer_name: text, age: orNull(text), team: orNull(text) })

/** What of a reading a person may change. */
export const readingShapes: Record<CorrectableReading['kind'], Shape> = {
  invoice: group({
    credit_note: orLeftOut(yes),
    number: orNull(text),
    date: orNull(day),
    currency: orNull(text),
    seller: group({ name: orNull(text), tin: orNull(text) }),
    buyer: group({
      name: orNull(text),
      code: orNull(text),
      address: orNull(text),
      tin: orNull(text),
    }),
    lines: list(line),
    totals,
  }),
  heat_sheet: group({
    meet_name: orNull(text),
    meet_start: orNull(day),
    meet_end: orNull(day),
    session_date: orNull(day),
    venue: orNull(text),
    time_zone: orNull(text),
    swimmers: list(group({ asked: text, found: list(swimmer), did_you_mean: list(text) })),
    events: list(swim),
  }),
}
