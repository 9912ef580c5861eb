import { createLog } from '../app/log.ts'
import { type Config, readConfig, readMisspellings } from '../config.ts'
import { describeMisspelling } from '../settings/misspellings.ts'

/** Reads the settings, and warns about variables that look like misspelled or renamed settings. */
export function readSettings(level: Parameters<typeof createLog>[0]): {
  config: Config
  log: ReturnType<typeof createLog>
} {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL ?? level)
  for (const misspelling of readMisspellings()) {
    log.warn(misspelling, describeMisspelling(misspelling))
  }
  return { config, log }
}
