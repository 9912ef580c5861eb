import type { Db } from './db.ts'

/** So that nobody waits long for the answers of others. */
const mostTogether = 100

/**
 * Asks for one what a statement answers for many: what is asked of the same database in one turn of the event
 * loop goes together, and fails together. Nobody is told what was so before they asked.
 */
export function gathered<Question, Answer>(
  ask: (db: Db, questions: Question[]) => Promise<Answer[]>,
): (db: Db, question: Question) => Promise<Answer | undefined> {
  const gathering = new WeakMap<Db, { questions: Question[]; answers: Promise<Answer[]> }>()

  function begin(db: Db) {
    const questions: Question[] = []
    const answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (gathering.get(db) === begun) gathering.delete(db)
      return ask(db, questions)
    })
    const begun = { questions, answers }
    gathering.set(db, begun)
    return begun
  }

  return async (db, question) => {
    const begun = gathering.get(db)
    const isFull = begun !== undefined && begun.questions.length >= mostTogether
    const { questions, answers } = begun === undefined || isFull ? begin(db) : begun
    const place = questions.push(question) - 1
    return (await answers)[place]
  }
}
