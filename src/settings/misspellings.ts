import { editDistance } from '../domain/values/edit-distance.ts'
import { formerNames } from './former-names.ts'

export interface Misspelling {
  /** The variable, which has no effect. */
  variable: string
  /** The setting that it resembles. */
  setting: string
}

/** Value of variables that Kubernetes sets for each service in the namespace, such as DOCKET_PORT=tcp://10.0.0.1:80. */
const serviceLink = /^tcp:\/\/|^udp:\/\//

/**
 * Finds non-empty variables that are not settings but resemble one: by a former name, another spelling or a small typo.
 */
export function findMisspellings(
  environment: NodeJS.ProcessEnv,
  settings: string[],
): Misspelling[] {
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]))
  return Object.entries(environment)
    .filter(([variable, value]) => value && !known.has(variable) && !serviceLink.test(value))
    .flatMap(([variable]) => {
      const setting = findSimilar(variable, settings)
      return setting === undefined ? [] : [{ variable, setting }]
    })
}

export function describeMisspelling({ variable, setting }: Misspelling): string {
  return `${variable} is not a setting. Did you mean ${setting}?`
}

/** Returns the setting that a variable resembles. `X_FILE` resembles `NAME_FILE` if X resembles NAME. */
function findSimilar(variable: string, settings: string[]): string | undefined {
  const similar = similarName(variable, settings)
  if (similar !== undefined || !variable.endsWith('_FILE')) return similar
  const fileSetting = similarName(variable.slice(0, -'_FILE'.length), settings)
  return fileSetting === undefined ? undefined : `${fileSetting}_FILE`
}

function similarName(variable: string, settings: string[]): string | undefined {
  const currentName = formerNames[variable]
  if (currentName !== undefined) return currentName
  const plain = variable.replace(/^DOCKET_/, '')
  if (plain !== variable && settings.includes(plain)) return plain
  const words = normalise(plain)
  const sameWords = settings.find((name) => name.includes('_') && normalise(name) === words)
  return sameWords ?? findNearest(variable, settings) ?? findNearest(plain, settings)
}

/** Normalises case, hyphens, word order and plurals: `max-retry` equals MAX_RETRIES. */
function normalise(name: string): string {
  const words = name.toUpperCase().split(/[_-]+/)
  return words
    .map((word) => word.replace(/IES$/, 'Y').replace(/S$/, ''))
    .sort()
    .join('_')
}

/**
 * Returns the most similar setting. Short names such as HOST resemble too many others, and lower-case names belong to
 * other programs.
 */
function findNearest(variable: string, settings: string[]): string | undefined {
  if (variable !== variable.toUpperCase()) return undefined
  const candidates = settings
    // Compares lengths first, which rules out nearly all settings; computing every edit distance would slow down each
    // start.
    .filter((setting) => Math.abs(variable.length - setting.length) <= allowedMistakes(setting))
    .map((setting) => ({ setting, distance: editDistance(variable, setting) }))
    .filter(({ setting, distance }) => distance <= allowedMistakes(setting))
    .sort((one, other) => one.distance - other.distance)
  return candidates[0]?.setting
}

/** Returns how many typos are allowed in a name of this length. */
function allowedMistakes({ length }: string): number {
  if (length < 8) return 0
  return length < 12 ? 1 : 2
}
