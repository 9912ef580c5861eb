import type {
  ColumnWord,
  InvoiceVocabulary,
  TotalName,
  TotalWord,
} from '../../../domain/mapping/invoice-vocabulary.ts'
import { WordClasses } from './word-classes.ts'
import { Phrases } from './phrases.ts'

/** A credit note has both roles. */
export type TitleRole = 'title' | 'credit_note'
export type ColumnRole = keyof InvoiceVocabulary['columns']

/** A vocabulary indexed for lookup. */
export interface VocabularyIndex {
  titles: Phrases<TitleRole>
  subjects: Phrases<'subject'>
  receipt_phrases: Phrases<'receipt'>
  /** Labels by field name. */
  labels: Phrases<string>
  columns: Phrases<ColumnRole>
  totals: Phrases<TotalName>
  total_words: WordClasses<TotalWord>
  column_words: WordClasses<ColumnWord>
  carried: Phrases<'carried'>
  after_table: Phrases<'after'>
}

/** Caches one index per vocabulary, because each of a document's many interpretations needs it. */
const indexes = new WeakMap<InvoiceVocabulary, VocabularyIndex>()

export function indexVocabulary(vocabulary: InvoiceVocabulary): VocabularyIndex {
  const index = indexes.get(vocabulary) ?? buildIndex(vocabulary)
  indexes.set(vocabulary, index)
  return index
}

function buildIndex(vocabulary: InvoiceVocabulary): VocabularyIndex {
  const labels = Object.entries(vocabulary.fields).map(([name, { sure, likely }]) => [
    name,
    [...sure, ...likely],
  ])
  return {
    titles: new Phrases<TitleRole>({
      title: vocabulary.titles,
      credit_note: vocabulary.credit_titles,
    }),
    subjects: new Phrases({ subject: vocabulary.subjects }),
    receipt_phrases: new Phrases({ receipt: vocabulary.receipt_phrases }),
    labels: new Phrases<string>(Object.fromEntries(labels)),
    columns: new Phrases<ColumnRole>(vocabulary.columns),
    totals: new Phrases<TotalName>(vocabulary.totals),
    total_words: new WordClasses(vocabulary.total_words),
    column_words: new WordClasses(vocabulary.column_words),
    carried: new Phrases({ carried: vocabulary.carried }),
    after_table: new Phrases({ after: vocabulary.after_table }),
  }
}
