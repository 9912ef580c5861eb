import { existsSync } from 'node:fs'

/** Whether this machine has it; `npm test` installs it where it may. */
export const hasPrometheus = existsSync('/usr/bin/promtool') && existsSync('/usr/bin/amtool')
