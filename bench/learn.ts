import { meetGrammar } from '../test/support/readings/meet-grammar.ts'
import { existsSync, readFileSync } from 'node:fs'
import type { InvoiceReading } from '../src/domain/invoice/invoice.ts'
import { isFilingReason } from '../src/domain/invoice/review-reasons.ts'
import type { Page } from '../src/domain/reading/reading.ts'
import { createExample } from '../src/extraction/learn/example/example.ts'
import { ExampleReading } from '../src/extraction/learn/example/example-reading.ts'
import { learnLayout } from '../src/extraction/learn/learn-layout.ts'
import { findAbsentValues } from '../src/extraction/learn/absent-values.ts'
import { loadMappings } from '../src/extraction/mapping/load.ts'
import { loadVocabulary } from '../src/extraction/mapping/load-vocabulary.ts'
import { readPages } from '../src/extraction/pdf/pages.ts'
import { readLearned } from '../src/extraction/read-learned.ts'
import { corpus, describedInvoices, unseenInvoices } from './invoice-corpus.ts'
import { findMisses, type ExpectedValues, type ExpectedLine } from './score-reading.ts'

interface Sample {
  id: string
  group: string
  pages: Page[]
  truth: ExpectedValues
}

const choices = {
  mappings: loadMappings('mappings'),
  vocabulary: loadVocabulary('mappings/vocabulary'),
  meet_grammar: meetGrammar,
}
/** Maximum number of documents in a group that are read with each layout. */
const maxOthers = 25
/** Maximum number of examples from a group; in the largest groups, every second or third document is an example. */
const maxExamples = 30

/**
 * For each document, learns a layout from it and reads the other documents of its group with that layout. As in the
 * product, a document that does not fit is read as a generic invoice. `--examples 2` learns from two documents at a
 * time.
 */
export async function benchLearn({ groups = [], examples = 1, isVerbose = false }: LearnBench) {
  if (!existsSync(corpus)) return { skipped: `There is no corpus at ${corpus}.` }
  const samples = (await loadSamples()).filter(
    ({ group }) => groups.length === 0 || groups.includes(group),
  )
  const results: Record<string, ReturnType<typeof emptyCounts>> = {}
  for (const group of new Set(samples.map((sample) => sample.group))) {
    const groupSamples = samples.filter((sample) => sample.group === group)
    if (groupSamples.length < 3) continue
    results[group] = evaluate(groupSamples, examples, isVerbose)
    console.log(group.padEnd(16), JSON.stringify(results[group]))
  }
  console.table(results)
  return results
}

export interface LearnBench {
  groups?: string[]
  examples?: number
  isVerbose?: boolean
}

function emptyCounts() {
  return {
    examples: 0,
    offered: 0,
    read: 0,
    by_layout: 0,
    right: 0,
    right_unflagged: 0,
    silently_wrong: 0,
    lines: 0,
    cpu_seconds: 0,
  }
}

function evaluate(samples: Sample[], count: number, isVerbose: boolean) {
  const counts = emptyCounts()
  const samplesWithLines = samples.filter(({ truth: expected }) => expected.lines?.length)
  const firsts = spread(samplesWithLines, maxExamples)
  for (const first of firsts) {
    const at = samplesWithLines.indexOf(first)
    const step = Math.max(1, Math.floor(samplesWithLines.length / 4))
    const set = Array.from(
      { length: count },
      (_, k) => samplesWithLines[(at + k * step) % samplesWithLines.length],
    ).filter((sample) => sample !== undefined)
    const started = process.cpuUsage()
    const learned = learn(set)
    counts.cpu_seconds = Math.max(counts.cpu_seconds, cpuSeconds(started))
    counts.examples++
    if ('refusal' in learned) {
      if (isVerbose) console.log(first.id, 'refused', JSON.stringify(learned.refusal))
      continue
    }
    counts.offered++
    counts.lines = Math.max(counts.lines, learned.yaml.trimEnd().split('\n').length)
    if (isVerbose) console.log(`${first.id}\n${learned.yaml}`)
    for (const other of spread(
      samples.filter((it) => !set.includes(it)),
      maxOthers,
    )) {
      const { reading, mapping } = readLearned(other.pages, learned.mapping, choices)
      countReading(counts, other, reading, mapping.name === learned.mapping.name, isVerbose)
    }
  }
  return counts
}

function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return Math.round((user + system) / 10_000) / 100
}

function countReading(
  counts: ReturnType<typeof emptyCounts>,
  { id, truth: expected }: Sample,
  reading: InvoiceReading,
  isByLayout: boolean,
  isVerbose: boolean,
): void {
  const misses = findMisses(expected, reading)
  const reasons = reading.review.reasons.filter(({ code }) => !isFilingReason(code))
  counts.read++
  if (isByLayout) counts.by_layout++
  if (misses.length === 0) counts.right++
  if (misses.length === 0 && reasons.length === 0) counts.right_unflagged++
  if (misses.length > 0 && reasons.length === 0) counts.silently_wrong++
  if (!isVerbose) return
  const reasonList = reasons.map(({ code, path: at }) => `${code}:${at}`).join(' ')
  const kind = misses.length === 0 ? 'right' : reasons.length === 0 ? 'SILENT' : 'flagged'
  console.log(
    `  ${kind} ${id} ${isByLayout ? 'layout' : 'generic'} ${misses.join('; ')} [${reasonList}]`,
  )
}

function learn(set: Sample[]) {
  const examples = set.map(({ pages, truth: expected }) => ({
    pages,
    reading: toReading(pages, expected),
  }))
  return learnLayout({ name: 'learned_invoice_v1', examples, vocabulary: choices.vocabulary })
}

/** Returns the reading that a user would approve: values as printed, omitting any that no page shows. */
function toReading(pages: Page[], expected: ExpectedValues): ExampleReading {
  const printed = new Set(
    createExample(pages, ExampleReading.parse({}))
      .numbers.flat()
      .map(({ value }) => value),
  )
  const isPrinted = (value: string) => printed.has(value) || printed.has(`-${value}`)
  const lines = (expected.lines ?? []).map((line) => ({
    description: line.description ?? null,
    unit: line.unit ?? null,
    quantity: line.qty ?? null,
    unit_price: acceptedPrices(line).find(isPrinted) ?? null,
    amount: line.amount,
  }))
  const { subtotal, tax, tax_base, grand_total } = expected
  const example = ExampleReading.parse({
    ...expected,
    seller: { name: expected.seller },
    buyer: { name: expected.buyer },
    lines,
    totals: { subtotal, tax, tax_base, grand_total },
  })
  return withoutAbsent(pages, example)
}

function withoutAbsent(pages: Page[], reading: ExampleReading): ExampleReading {
  const copy = structuredClone(reading)
  for (const { path: at } of findAbsentValues(createExample(pages, reading))) {
    const keys = at.split('.')
    const last = keys.pop() ?? ''
    const holder = keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], copy)
    ;(holder as Record<string, unknown>)[last] = null
  }
  return copy
}

function acceptedPrices({ price, gross_price, basis }: ExpectedLine): string[] {
  const plain = [price, gross_price].flatMap((it) => (it ? [it] : []))
  return [...plain, ...(basis ? plain.map((it) => String(Number(it) / Number(basis))) : [])]
}

function spread<T>(list: T[], count: number): T[] {
  if (list.length <= count) return list
  return Array.from(
    { length: count },
    (_, index) => list[Math.floor((index * list.length) / count)] as T,
  )
}

function loadSamples(): Promise<Sample[]> {
  const open = unseenInvoices().filter(({ group }) => /^(fnfe|stylesheet|odoo)-/.test(group))
  return Promise.all(
    [...describedInvoices(), ...open].map(async ({ file, ...sample }) => ({
      ...sample,
      pages: await readPages(readFileSync(file)),
    })),
  )
}
