import { StartupError } from '../domain/errors/app-error.ts'

interface Alias {
  setting: string
  /** Converts the value of the alias to the unit of the setting. */
  convert: (value: string, alias: string) => string
}

const keep = (value: string) => value

/** Legacy names that are still supported. A setting and its alias must not both be set. */
export const aliases: Record<string, Alias> = {
  GATEWAY_TIMEOUT: { setting: 'GATEWAY_TIMEOUT_MS', convert: toMilliseconds(1000) },
  POLL_INTERVAL: { setting: 'POLL_INTERVAL_MS', convert: toMilliseconds(100) },
  LEASE_TTL_MINUTES: { setting: 'LEASE_TTL_SECONDS', convert: toSeconds },
  NOTIFICATION_FROM_EMAIL: { setting: 'MAIL_FROM', convert: keep },
  USE_PLAYWRIGHT_CRAWLER: { setting: 'USE_BROWSER_CRAWLER', convert: keep },
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000 }

/**
 * Parses `3m`, `180s` or `180000ms`. A plain number is in milliseconds; a number so low that it may have been meant as
 * seconds is rejected.
 */
function toMilliseconds(leastWithoutUnit: number): Alias['convert'] {
  return (value, alias) => {
    const [, amount = '', unit = ''] = /^\s*(\d+)\s*(ms|s|m)?\s*$/i.exec(value) ?? []
    if (amount !== '' && unit === '' && Number(amount) < leastWithoutUnit) {
      const sentence = `${alias} is "${value}". Add a unit: ${amount}s or ${amount}ms.`
      throw new StartupError('BAD_SETTING', sentence)
    }
    if (amount === '') return value
    return String(Number(amount) * (unitMs[unit.toLowerCase()] ?? 1))
  }
}

/** Converts minutes, which may have a fraction. */
function toSeconds(minutes: string): string {
  const number = Number(minutes)
  return Number.isFinite(number) ? String(Math.round(number * 60)) : minutes
}

/** Returns the settings that the environment defines by an alias. */
export function readAliases(environment: NodeJS.ProcessEnv): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [alias, { setting, convert }] of Object.entries(aliases)) {
    const value = environment[alias]
    if (!value) continue
    if (environment[setting] || environment[`${setting}_FILE`]) {
      const sentence = `${alias} and ${setting} are both set. Remove ${alias}, the older name.`
      throw new StartupError('BAD_SETTING', sentence)
    }
    found[setting] = convert(value, alias)
  }
  return found
}
