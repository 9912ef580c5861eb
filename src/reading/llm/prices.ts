import type { TokenUsage } from './chat.ts'

/** US dollars per million tokens; undefined if unknown. */
export interface TokenPrices {
  input: number | undefined
  output: number | undefined
}

/** In US dollars. */
export function computeCost(usage: TokenUsage, { input, output }: TokenPrices): number | null {
  if (input === undefined || output === undefined) return null
  return (usage.input_tokens * input + usage.output_tokens * output) / 1_000_000
}
