import type { Config } from '../config.ts'
import type { LanguageModel } from '../reading/steps/ask-language-model.ts'

/** Returns the configured language model, if any. */
export function languageModel(config: Config): LanguageModel | undefined {
  const { LLM_BASE_URL: url, LLM_MODEL: model } = config
  if (url === undefined || model === undefined) return undefined
  const { LLM_API_KEY: key, LLM_TIMEOUT_MS: timeoutMs } = config
  const prices = { input: config.LLM_INPUT_PRICE, output: config.LLM_OUTPUT_PRICE }
  return { model: { url, key, model, timeoutMs }, prices }
}
