import { asksForFields, type ReadDocument, type ReadStep } from './read-document.ts'

/** Reads a document with a schema in the sandbox, because a gateway returns only a fixed kind of reading. */
export function readFieldsLocally(local: ReadDocument): ReadStep {
  return (next) => (task, run) => (asksForFields(task) ? local : next)(task, run)
}
