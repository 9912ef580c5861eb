import type { TokenUsage } from './chat.ts'

/** Prices in US dollars per million tokens, or undefined if unknown. */
export interface TokenPrices {
  input: number | undefined
  output: number | undefined
}

/** Returns the cost in US dollars, or null if a price is unknown. */
export function computeCost(usage: TokenUsage, { input, output }: TokenPrices): number | null {
  if (input === undefined || output === undefined) return null
  return (usage.input_tokens * input + usage.output_tokens * output) / 1_000_000
}
