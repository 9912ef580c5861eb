import { readFileSync, writeFileSync } from 'node:fs'
import type { HeaderWeights } from '../src/extraction/any-invoice/header/choose-values.ts'
import { rankedFields } from '../src/extraction/any-invoice/header/find-candidates.ts'
import { loadVocabulary } from '../src/extraction/mapping/load-vocabulary.ts'
import {
  generateDocuments,
  hasCorpus,
  readRealDocuments,
  type TrainingDocument,
} from './train/documents.ts'
import { evaluate, type Outcome, toTable } from './train/evaluate.ts'
import { FeatureNames, fit, toExamples } from './train/fit.ts'

// npm run train: learns the weights used to read invoice headers, evaluates them by leaving out one layout at a
// time, and writes both. The same documents yield the same weights.

const weightsFile = 'src/extraction/any-invoice/header/weights.ts'
const resultsFile = 'bench/README.md'
/** The first seed for training; property tests use other seeds. */
const firstTrainingSeed = 1
const trainingCount = 500
const firstTestSeed = 100_001
const testCount = 300
const generatedWeight = 0.12

if (hasCorpus) await train()
else console.log('There is no corpus at ../shared/corpus; the weights stay as they are.')

async function train(): Promise<void> {
  const vocabulary = loadVocabulary('mappings/vocabulary')
  const real = await readRealDocuments(vocabulary)
  const generated = generateDocuments(vocabulary, firstTrainingSeed, trainingCount)
  const layouts = [...new Set(real.map(({ group }) => group))].toSorted()
  const folds = layouts.map((name) => {
    const weights = learn(
      real.filter(({ group }) => group !== name),
      generated,
    )
    const outcomes = evaluate(
      real.filter(({ group }) => group === name),
      weights,
    )
    console.log(toTable([{ name, outcomes }]).split('\n').at(-1))
    return { name, outcomes }
  })
  const weights = learn(real, generated)
  const held = evaluate(generateDocuments(vocabulary, firstTestSeed, testCount), weights)
  const all = folds.flatMap(({ outcomes }) => outcomes)
  const rows = [...folds, { name: 'all', outcomes: all }, { name: 'generated', outcomes: held }]
  console.log(toTable(rows))
  if (process.argv.includes('-v')) for (const it of [...all, ...held]) printMistake(it)
  writeWeights(weights)
  writeResults(toTable(rows))
}

function printMistake({ document, field, value, is_right, is_sure }: Outcome): void {
  if (is_right) return
  const mark = is_sure && value !== null ? 'SILENT' : 'flagged'
  console.log(
    `${mark} ${document.id} ${document.group} ${field}: ${value}, not ${document.truth[field]}`,
  )
}

/** Weights each layout by the square root of its document count, so that no layout dominates. */
function learn(real: TrainingDocument[], generated: TrainingDocument[]): HeaderWeights {
  const sizes = new Map<string, number>()
  for (const { group } of real) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const computeWeight = ({ group }: TrainingDocument) => {
    const size = sizes.get(group)
    return size === undefined ? generatedWeight : 1 / Math.sqrt(size)
  }
  const entries = rankedFields.map((field) => {
    const names = new FeatureNames()
    const examples = toExamples([...real, ...generated], field, names, computeWeight)
    return [field, names.toWeights(fit(examples, names.count))] as const
  })
  return Object.fromEntries(entries) as unknown as HeaderWeights
}

function writeWeights(weights: HeaderWeights): void {
  const fields = rankedFields.map((field) => {
    const lines = Object.entries(weights[field]).map(([name, weight]) => `    ${name}: ${weight},`)
    return `  ${field}: {\n${lines.join('\n')}\n  },`
  })
  const text = `import type { HeaderWeights } from './choose-values.ts'

/** Written by \`npm run train\`. */
export const headerWeights: HeaderWeights = {
${fields.join('\n')}
}
`
  writeFileSync(weightsFile, text)
}

/** Replaces the text between the two markers. */
function writeResults(table: string): void {
  const [start, end] = ['<!-- npm run train -->', '<!-- end of npm run train -->']
  const text = readFileSync(resultsFile, 'utf8')
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${resultsFile} lacks the marks ${start} and ${end}.`)
  writeFileSync(
    resultsFile,
    `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(to)}`,
  )
}
