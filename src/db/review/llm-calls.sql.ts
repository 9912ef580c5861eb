import type { Db } from '../db.ts'

export interface LlmCall {
  /** Null for a call about a web page. */
  job_id: string | null
  owner_id: string
  model: string
  input_tokens: number
  output_tokens: number
  cost: number | null
}

/** Records a call. Not fenced by the lease, because a call is billed even if the attempt fails. */
export function recordLlmCall(db: Db, call: LlmCall): Promise<unknown> {
  return db.query(
    `insert into llm_calls (job_id, owner_id, model, input_tokens, output_tokens, cost)
    values ((select id from jobs where id = $1), $2, $3, $4, $5, $6)`,
    [call.job_id, call.owner_id, call.model, call.input_tokens, call.output_tokens, call.cost],
  )
}
