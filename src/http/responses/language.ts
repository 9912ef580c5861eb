import type { FastifyInstance } from 'fastify'
import { Language } from '../../domain/i18n/language.ts'
import { localise } from '../../domain/i18n/localise.ts'
import { negotiate } from './negotiate.ts'

/** Renders the messages in every JSON response in the language that `Accept-Language` prefers, or in English. */
export function localiseResponses(app: FastifyInstance): void {
  app.addHook('preSerialization', async ({ headers }, reply, payload) => {
    const language = negotiateLanguage(headers['accept-language'])
    const vary = [reply.getHeader('vary'), 'accept-language'].filter(Boolean).join(', ')
    reply.header('vary', vary)
    if (language === 'en') return payload
    reply.header('content-language', language)
    return localise(payload, language)
  })
}

/** Returns the first supported language in the header. Ignores regions. */
export function negotiateLanguage(header: string | undefined): Language {
  const preferredLanguages = header?.replace(/-[\w-]+/g, '')
  const [best = 'en'] = negotiate(preferredLanguages, Language.options)
  return Language.parse(best)
}
