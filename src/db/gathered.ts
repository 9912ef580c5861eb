import type { Db } from './db.ts'

/**
 * Asks for one what a statement answers for many: whatever is asked of the same database in one turn of the event
 * loop goes together. Nobody waits longer for it, and nobody is told what was so before they asked.
 */
export function gathered<Question, Answer>(
  ask: (db: Db, questions: Question[]) => Promise<Answer[]>,
): (db: Db, question: Question) => Promise<Answer | undefined> {
  const gathering = new WeakMap<Db, { questions: Question[]; answers: Promise<Answer[]> }>()

  function begin(db: Db) {
    const questions: Question[] = []
    const answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
      gathering.delete(db)
      return ask(db, questions)
    })
    const begun = { questions, answers }
    gathering.set(db, begun)
    return begun
  }

  return async (db, question) => {
    const { questions, answers } = gathering.get(db) ?? begin(db)
    const place = questions.push(question) - 1
    return (await answers)[place]
  }
}
