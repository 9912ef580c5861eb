import DataLoader from 'dataloader'
import type { Db } from './db.ts'

/** Keys per statement, so that nobody waits long for the answers of others. */
const mostTogether = 100

/**
 * Answers single questions with a statement for many: questions to the same database in one turn of the event
 * loop go together and fail together. Answers are never kept, so each is read after its question.
 */
export function batched<Question, Answer>(
  ask: (db: Db, questions: readonly Question[]) => Promise<Answer[]>,
): (db: Db, question: Question) => Promise<Answer> {
  const loaders = new WeakMap<Db, DataLoader<Question, Answer>>()

  function loaderFor(db: Db): DataLoader<Question, Answer> {
    const loader = new DataLoader<Question, Answer>((questions) => ask(db, questions), {
      cache: false,
      maxBatchSize: mostTogether,
      batchScheduleFn: setImmediate,
    })
    loaders.set(db, loader)
    return loader
  }

  return (db, question) => (loaders.get(db) ?? loaderFor(db)).load(question)
}
