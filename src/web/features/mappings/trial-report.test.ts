import { expect, it, onTestFinished } from 'vitest'
import type { Trial } from '../../../domain/api/routes/mappings.ts'
import { mappingText } from '../../i18n/en/mappings.ts'
import { setLanguage } from '../../i18n/ui-text.ts'
import { trialReport, type ReportGroupName } from './trial-report.ts'

const place = (text: string, page = 1) => ({ page, box: [10, 10, 40, 20] as const, text })

/** Steps for a fictitious invoice without a date and with only half of its table header. */
const steps = [
  { step: 'numbers', style: '1.234,56', votes: {} },
  { step: 'dates', order: 'day', votes: {} },
  {
    step: 'value',
    path: 'number',
    rule: { right: 'Invoice' },
    sightings: [
      { at: place('Invoice'), seen: [place('A-1'), place('more')], value: 'A-1' },
      { at: place('Invoice', 2), seen: [place('B-1', 2)], value: 'B-1' },
    ],
    value: 'A-1',
  },
  { step: 'value', path: 'date', rule: { right: 'Date' }, sightings: [], value: null },
  {
    step: 'value',
    path: 'currency',
    rule: { below: 'Currency' },
    sightings: [{ at: place('Currency'), seen: [place('Euros')], value: null }],
    value: null,
  },
  {
    step: 'value',
    path: 'seller.name',
    rule: { constant: 'PT A' },
    sightings: [],
    value: 'PT A',
  },
  { step: 'head', page: 1, y: 100, columns: [{ name: 'amount', left: 50, right: 80 }] },
  { step: 'columns', page: 1, columns: [{ name: 'amount', left: 60, right: 90 }] },
  { step: 'line', page: 1, y: 140, text: 'Total 5', role: 'ends', pattern: '^Total' },
  { step: 'line', page: 1, y: 120, text: 'Boat 5', role: 'begins', item: 1 },
  {
    step: 'no_head',
    page: 2,
    goes_on: false,
    heads: [{ column: 'amount', labels: ['Amount'], places: [] }],
  },
  {
    step: 'value',
    path: 'totals.grand_total',
    rule: { right: 'Total' },
    sightings: [{ at: place('Total'), seen: [], value: null }],
    value: null,
  },
]

const trial = {
  lines: 10,
  findings: [],
  pages: [],
  reading: null,
  explanation: {
    page_count: 2,
    matches: [
      { text: 'PT A', found: true, page: 1 },
      { text: 'Faktur', found: false, page: null },
    ],
    also_claimed_by: ['other_v1'],
    nearest: { Faktur: place('Faktor'), Date: place('Data') },
    steps,
  },
} as unknown as Trial

const groups = trialReport(trial, mappingText.report)
const reportRows = (name: ReportGroupName) =>
  groups.find((group) => group.name === name)?.rows ?? []
const reportRowTexts = (name: ReportGroupName) =>
  reportRows(name).map(({ state, name: what, value, how }) => `${state} ${what} ${value} ${how}`)
const markKinds = (name: ReportGroupName) =>
  reportRows(name).map(({ marks }) => marks.map(({ kind }) => kind))

it('lists labels that were searched for, found or nearly matched', () => {
  expect(groups.map(({ name }) => name)).toEqual(['match', 'formats', 'fields', 'table', 'totals'])
  expect(reportRowTexts('match')).toEqual([
    'good “PT A”  Page 1',
    'bad “Faktur”  not found; closest match: “Faktor”',
    'bad other_v1  also matches this document',
  ])
  expect(reportRowTexts('fields')).toEqual([
    'good number A-1 Right of “Invoice”. Found 2 times. Use nth or exact to choose one.',
    'bad date – Right of “Date”: not found; closest match: “Data”',
    'bad currency – Below “Currency”: “Euros” has the wrong type',
    'good seller.name PT A Fixed value.',
  ])
  expect(markKinds('fields')).toEqual([['label', 'value'], ['near'], ['label', 'near'], []])
  expect(reportRowTexts('totals')).toEqual([
    'bad grand_total – Right of “Total”: no text at that position',
  ])
})

it('draws columns as wide as their headers and cells, and sorts rows from top to bottom', () => {
  expect(reportRowTexts('table')).toEqual([
    'good Page 1 amount Table header and columns',
    'good Page 1 Boat 5 Item 1',
    'plain Page 1 Total 5 End of table: matches ^Total',
    'plain Page 2  No table header: “Amount” not found',
  ])
  expect(reportRows('table')[0]?.marks).toEqual([
    { page: 1, box: [48, 91, 92, 123], kind: 'column', text: 'amount' },
  ])
})

it('shows the positions of values if there is no layout', () => {
  const evidence = {
    number: { page: 1, box: [1, 2, 3, 4], text: 'A-1', confidence: 1, source: 'generic' },
    date: { page: null, box: null, text: 'x', confidence: 1, source: 'embedded' },
  }
  const failedCheck = {
    code: 'sum_differs',
    path: 'totals.subtotal',
    params: { sum: '2', subtotal: '1', includes_tax: false },
  }
  const reading = {
    kind: 'invoice',
    evidence,
    checks: [{ name: 'sum', passed: false, ...failedCheck }],
    review: {
      reasons: [failedCheck, { code: 'field_missing', path: 'date', params: { field: 'date' } }],
    },
  }
  const [values, checks] = trialReport(
    { ...trial, explanation: null, reading } as unknown as Trial,
    mappingText.report,
  )
  expect(values?.rows.map(({ name, marks }) => [name, marks.length])).toEqual([
    ['number', 1],
    ['date', 0],
  ])
  expect(checks?.rows.map(({ name, state, how }) => [name, state, how])).toEqual([
    ['sum', 'bad', 'The lines add up to 2, but the subtotal is 1 (1 less).'],
    ['field_missing', 'bad', 'Date not found on the invoice.'],
  ])
})

it('shows the checks in the page language', async () => {
  await setLanguage('id')
  onTestFinished(() => setLanguage('en'))
  const sum = { code: 'sum_matches', path: 'totals.subtotal', params: { subtotal: '1000' } }
  const checks = [{ name: 'sum', passed: true, ...sum }]
  const date = { code: 'field_missing', path: 'date', params: { field: 'date' } }
  const review = { reasons: [date] }
  const reading = { kind: 'invoice', evidence: {}, checks, review }
  const [group] = trialReport(
    { ...trial, explanation: null, reading } as unknown as Trial,
    mappingText.report,
  )
  expect(group?.rows.map(({ how }) => how)).toEqual([
    'Semua baris berjumlah 1.000, sama dengan subtotal.',
    'Tanggal tidak ditemukan di faktur.',
  ])
})
