import type { Usage } from './chat.ts'

/** In US dollars per million tokens; none where nobody knows. */
export interface TokenPrices {
  input: number | undefined
  output: number | undefined
}

/** In US dollars. */
export function costOf(usage: Usage, { input, output }: TokenPrices): number | null {
  if (input === undefined || output === undefined) return null
  return (usage.input_tokens * input + usage.output_tokens * output) / 1_000_000
}
