import type { InvoiceVocabulary, TotalName } from '../../domain/mapping/invoice-vocabulary.ts'
import { Phrases } from './phrases.ts'

export type ColumnRole = keyof InvoiceVocabulary['columns']

/** A vocabulary, ready to be looked up in. */
export interface VocabularyIndex {
  titles: Phrases<'title'>
  /** Labels under the names of the fields they announce. */
  labels: Phrases<string>
  columns: Phrases<ColumnRole>
  totals: Phrases<TotalName>
  carried: Phrases<'carried'>
  after_table: Phrases<'after'>
}

/** Made once for each vocabulary: many ways of reading one document look things up in it. */
const made = new WeakMap<InvoiceVocabulary, VocabularyIndex>()

export function indexVocabulary(vocabulary: InvoiceVocabulary): VocabularyIndex {
  const lexicon = made.get(vocabulary) ?? toLexicon(vocabulary)
  made.set(vocabulary, lexicon)
  return lexicon
}

function toLexicon(vocabulary: InvoiceVocabulary): VocabularyIndex {
  const labels = Object.entries(vocabulary.fields).map(([name, { sure, likely = [] }]) => [
    name,
    [...sure, ...likely],
  ])
  return {
    titles: new Phrases({ title: vocabulary.titles }),
    labels: new Phrases<string>(Object.fromEntries(labels)),
    columns: new Phrases<ColumnRole>(vocabulary.columns),
    totals: new Phrases<TotalName>(vocabulary.totals),
    carried: new Phrases({ carried: vocabulary.carried }),
    after_table: new Phrases({ after: vocabulary.after_table }),
  }
}
