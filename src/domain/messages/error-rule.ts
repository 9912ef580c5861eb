export interface ErrorRule {
  /** The HTTP status of an answer that carries this code. */
  status: number
  /** Whether the same thing may succeed later: then a job is tried again, and a person may be asked to. */
  retry: boolean
}
