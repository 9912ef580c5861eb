import {
  corpusFolder,
  hasCorpus,
  isFullyRight,
  isSilentlyWrong,
  type Result,
  readCorpus,
} from '../test/support/corpus.ts'
import { hasEInvoices, readEInvoiceCorpus } from '../test/support/e-invoice-corpus.ts'

const columns = [
  'documents',
  'fields right',
  'lines right',
  'fully right',
  'flagged',
  'silently wrong',
]

if (hasCorpus) await report(process.argv.includes('-v'))
else console.log(`There is no corpus at ${corpusFolder}; nothing was read.`)

async function report(isVerbose: boolean): Promise<void> {
  const how = process.argv.includes('--without-layouts') ? 'without layouts' : 'by layout'
  const eInvoices = hasEInvoices ? await readEInvoiceCorpus() : []
  const results = [...(await readCorpus(how)), ...eInvoices]
  const layouts = [...new Set(results.map(({ layout }) => layout))].toSorted()
  const rows = layouts.map(
    (layout) => [layout, results.filter((one) => one.layout === layout)] as const,
  )
  printRow(['layout', ...columns])
  for (const [layout, own] of rows) printRow([layout, ...figures(own)])
  printRow(['all', ...figures(results)])
  if (isVerbose) printMistakes(results)
  process.exitCode = results.some(isSilentlyWrong) ? 1 : 0
}

function figures(results: Result[]): string[] {
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

function printRow([layout = '', ...cells]: string[]): void {
  console.log(layout.padEnd(12) + cells.map((cell) => cell.padStart(16)).join(''))
}

function printMistakes(results: Result[]): void {
  for (const { id, is_flagged, mistakes } of results.filter(
    ({ mistakes }) => mistakes.length > 0,
  )) {
    console.log(`\n${id}${is_flagged ? ' (flagged)' : ''}`)
    for (const mistake of mistakes) console.log(`  ${mistake}`)
  }
}
