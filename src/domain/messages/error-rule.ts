export interface ErrorRule {
  /** The HTTP status of a response with this code. */
  status: number
  /** Whether the same request may succeed later: jobs are then retried, and users may retry. */
  retry: boolean
}
