/** A question to a language model about values that rules could not find. */
export interface FieldsQuestion {
  kind: 'fields'
  /** The requested values, by path in the reading. */
  asked: { path: string; meaning: string }[]
  /** The pages' text, shortened. */
  text: string
}

/** The reply to a question: text by path, or null if the model's response was unusable. */
export interface FieldsReply {
  kind: 'fields'
  model: string
  paths: string[]
  answers: Record<string, string | null> | null
}
