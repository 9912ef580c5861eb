import {
  corpusFolder,
  hasCorpus,
  isFullyRight,
  isSilentlyWrong,
  type Result,
  readCorpus,
} from '../test/support/corpus/corpus.ts'
import { createScore, type FieldsScore } from '../test/support/corpus/fields-corpus.ts'
import {
  scoreInvoiceFields,
  scoreLabelledFields,
} from '../test/support/corpus/fields-invoice-corpus.ts'
import { scoreMeetFields } from '../test/support/corpus/fields-meet-corpus.ts'
import { hasEInvoices, readEInvoiceCorpus } from '../test/support/corpus/e-invoice-corpus.ts'
import {
  scoreGeneratedSheets,
  scoreSearchOnGeneratedSheets,
  type SheetScore,
} from '../test/support/corpus/generated-sheets.ts'
import {
  hasHeatSheets,
  heatSheetFolder,
  isSilentlyWrong as isSilentlyWrongSheet,
  scoreHeatSheets,
} from '../test/support/corpus/heat-sheet-corpus.ts'

import {
  fields,
  hasUnseenInvoices,
  isRight,
  isSilentlyWrong as isSilentlyWrongUnseen,
  readUnseenInvoices,
  type UnseenResult,
} from '../test/support/corpus/unseen-corpus.ts'

const columns = [
  'documents',
  'fields right',
  'lines right',
  'fully right',
  'flagged',
  'silently wrong',
]

// npm run corpus runs all parts; npm run corpus -- heatsheets, swimmers, invoices, unseen or fields runs one. -v
// prints every error.
const selected = process.argv.slice(2)
const isAsked = (part: string) => selected.every((word) => word.startsWith('-') || word === part)

if (isAsked('invoices')) {
  if (hasCorpus) await report(selected.includes('-v'))
  else console.log(`There is no corpus at ${corpusFolder}; nothing was read.`)
}
if (isAsked('heatsheets')) {
  if (hasHeatSheets) await reportHeatSheets()
  else console.log(`There is no corpus at ${heatSheetFolder}; nothing was read.`)
  await reportGeneratedSheets(selected.includes('-v'))
}

if (isAsked('swimmers')) await reportSwimmers()

if (isAsked('unseen')) {
  if (hasUnseenInvoices) await reportUnseen(selected.includes('-v'))
  else console.log('There is no corpus of unseen invoices; nothing was read.')
}

if (isAsked('fields')) {
  if (hasCorpus && hasUnseenInvoices) {
    reportFields(await scoreInvoiceFields(), 'all invoices')
    reportFields(await scoreLabelledFields(), 'all labels')
  } else console.log('There is no corpus of invoices; no fields were read from one.')
  reportFields(await scoreMeetFields(hasHeatSheets), 'all heat sheets')
}

/** Reports the accuracy of custom fields. At most 1% of all values, and of values outside lists, may be wrong. */
function reportFields(scores: FieldsScore[], total: string): void {
  const all = createScore(total)
  for (const score of scores) {
    if (selected.includes('-v')) for (const mistake of score.mistakes) console.log(`  ${mistake}`)
    all.documents += score.documents
    for (const verdict of ['right', 'null', 'wrong'] as const) {
      all[verdict] += score[verdict]
      all.single[verdict] += score.single[verdict]
    }
  }
  printRow(['custom fields', 'documents', 'values', 'right', 'null', 'wrong'], 50)
  for (const { id, documents, single, right, null: absent, wrong } of [...scores, all]) {
    printVerdicts(id, documents, { right, null: absent, wrong })
    printVerdicts(`${id}: outside lists`, documents, single)
  }
}

function printVerdicts(id: string, documents: number, counts: FieldsScore['single']): void {
  const { right, null: absent, wrong } = counts
  const values = right + absent + wrong
  const share = (count: number) => `${count} (${((100 * count) / (values || 1)).toFixed(1)} %)`
  printRow([id, String(documents), String(values), ...[right, absent, wrong].map(share)], 50)
  if (wrong > 0.01 * values) process.exitCode = 1
}

/** Reports the accuracy for invoices whose layouts have no mapping, by language. */
async function reportUnseen(isVerbose: boolean): Promise<void> {
  const results = await readUnseenInvoices()
  const languages = [...new Set(results.map(({ language }) => language))].toSorted()
  printRow(['language', 'documents', 'right', 'without a flag', 'silently wrong', 'no reason'], 18)
  for (const language of [...languages, 'all']) {
    const some = results.filter((result) => language === 'all' || result.language === language)
    printRow([language, ...countUnseen(some)], 18)
  }
  printRow(['field', 'right', 'no reason'], 18)
  for (const field of fields) {
    const compared = results.filter((result) => result.compared.includes(field))
    const wrong = compared.filter((result) => result.wrong.includes(field))
    const unflagged = wrong.filter((result) => result.unflagged.includes(field))
    const right = `${compared.length - wrong.length}/${compared.length}`
    printRow([field, right, String(unflagged.length)], 18)
  }
  const shownResults = results.filter((result) => isVerbose && result.wrong.length > 0)
  for (const { id, wrong, isFlagged } of shownResults)
    console.log(`${id} ${isFlagged ? 'flagged' : 'SILENT'}: ${wrong.join(', ')}`)
  if (results.some(isSilentlyWrongUnseen)) process.exitCode = 1
}

/**
 * Counts all documents, correct ones, correct ones without a warning, silently wrong ones, and wrong values without a
 * review reason.
 */
function countUnseen(results: UnseenResult[]): string[] {
  const right = results.filter(isRight)
  return [
    results.length,
    right.length,
    right.filter(({ isFlagged }) => !isFlagged).length,
    results.filter(isSilentlyWrongUnseen).length,
    results.reduce((sum, { unflagged }) => sum + unflagged.length, 0),
  ].map(String)
}

async function reportHeatSheets(): Promise<void> {
  const results = await scoreHeatSheets()
  const named = results.reduce((sum, { swimmers }) => sum + swimmers.right, 0)
  const asked = results.reduce((sum, { swimmers }) => sum + swimmers.total, 0)
  printRow(
    ['', 'swimmers right', 'events right', 'events missing', 'not there', 'silently wrong'],
    18,
  )
  for (const result of results) {
    const { id, swimmers, events, surplus } = result
    const shares = [swimmers, events].map(({ right, total }) => `${right}/${total}`)
    const missing = events.total - events.right
    const isWrong = isSilentlyWrongSheet(result) ? 'yes' : 'no'
    printRow([id, ...shares, String(missing), String(surplus), isWrong], 18)
  }
  console.log(`By name: ${named} of ${asked} swimmers right in ${results.length} documents`)
  if (results.some(isSilentlyWrongSheet)) process.exitCode = 1
}

/** Counts entries on generated sheets. A wrong sheet without a warning counts as silently wrong. */
async function reportGeneratedSheets(isVerbose: boolean): Promise<void> {
  const scores = await scoreGeneratedSheets()
  printRow(
    ['', 'right', 'missing', 'wrong', 'extra', 'by name', 'silently wrong', 'false flags'],
    30,
  )
  for (const score of scores) {
    const { id, right, missing, wrong, extra, swimmers, silent, false_flags } = score
    const counts = [right, missing, wrong, extra].map(String)
    const byName = `${swimmers.right}/${swimmers.total}`
    printRow([id, ...counts, byName, String(silent), String(false_flags)], 30)
    if (isVerbose) for (const mistake of score.mistakes) console.log(`  ${mistake}`)
  }
  const sum = (count: (score: SheetScore) => number) =>
    scores.reduce((total, score) => total + count(score), 0)
  const entries = sum(({ right, missing, wrong }) => right + missing + wrong)
  console.log(
    `${sum(({ right }) => right)} of ${entries} entries right; by name ` +
      `${sum(({ swimmers }) => swimmers.right)} of ${sum(({ swimmers }) => swimmers.total)} swimmers right`,
  )
  if (scores.some(({ silent }) => silent > 0)) process.exitCode = 1
}

/** Searches for 25 swimmers by name in each of 14 generated documents. */
async function reportSwimmers(): Promise<void> {
  const scores = await scoreSearchOnGeneratedSheets()
  printRow(['document', 'by name'], 40)
  for (const { id, swimmers } of scores) printRow([id, `${swimmers.right}/${swimmers.total}`], 40)
  const sum = (key: 'right' | 'total') =>
    scores.reduce((total, { swimmers }) => total + swimmers[key], 0)
  console.log(`${sum('right')} of ${sum('total')} swimmers right in ${scores.length} documents`)
  if (sum('right') < sum('total')) process.exitCode = 1
}

async function report(isVerbose: boolean): Promise<void> {
  const how = process.argv.includes('--without-layouts') ? 'without layouts' : 'by layout'
  const eInvoices = hasEInvoices ? await readEInvoiceCorpus() : []
  const results = [...(await readCorpus(how)), ...eInvoices]
  const layouts = [...new Set(results.map(({ layout }) => layout))].toSorted()
  const rows = layouts.map(
    (layout) => [layout, results.filter((one) => one.layout === layout)] as const,
  )
  printRow(['layout', ...columns])
  for (const [layout, counts] of rows) printRow([layout, ...formatCounts(counts)])
  printRow(['all', ...formatCounts(results)])
  if (isVerbose) printMistakes(results)
  if (results.some(isSilentlyWrong)) process.exitCode = 1
}

function formatCounts(results: Result[]): string[] {
  const share = (part: 'fields' | 'lines') => {
    const sum = (of: 'right' | 'total') =>
      results.reduce((total, result) => total + result[part][of], 0)
    return `${sum('right')}/${sum('total')}`
  }
  const count = (test: (result: Result) => boolean) => String(results.filter(test).length)
  return [
    String(results.length),
    share('fields'),
    share('lines'),
    count(isFullyRight),
    count(({ is_flagged }) => is_flagged),
    count(isSilentlyWrong),
  ]
}

function printRow([layout = '', ...cells]: string[], width = 12): void {
  console.log(layout.padEnd(width) + cells.map((cell) => cell.padStart(16)).join(''))
}

function printMistakes(results: Result[]): void {
  for (const { id, is_flagged, mistakes } of results.filter(
    ({ mistakes }) => mistakes.length > 0,
  )) {
    console.log(`\n${id}${is_flagged ? ' (flagged)' : ''}`)
    for (const mistake of mistakes) console.log(`  ${mistake}`)
  }
}
