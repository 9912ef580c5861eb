import type { Db } from '../../db/db.ts'
import { recordLlmCall } from '../../db/review/llm-calls.sql.ts'
import type { Meter } from '../../domain/ports/meter.ts'
import type { TokenUsage } from './chat.ts'
import { computeCost, type TokenPrices } from './prices.ts'

interface UsageDeps {
  db: Db
  prices: TokenPrices
  meter: Meter
}

/** Records a call's tokens and cost for a job, in the database and as metrics. */
export function recordUsage(
  { db, prices, meter }: UsageDeps,
  { job_id, owner_id }: { job_id: string; owner_id: string },
  usage: TokenUsage,
): Promise<unknown> {
  const cost = computeCost(usage, prices)
  meter.count('llm_tokens', usage.input_tokens, { direction: 'input' })
  meter.count('llm_tokens', usage.output_tokens, { direction: 'output' })
  meter.count('llm_cost', cost ?? 0)
  return recordLlmCall(db, { job_id, owner_id, ...usage, cost })
}
