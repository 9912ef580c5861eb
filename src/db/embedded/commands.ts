import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Environment for child processes, without settings or secrets. */
export const childEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin',
  LANG: 'C',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** Returns a command's trimmed standard output; undefined if it cannot run or fails. */
export async function commandOutput(
  program: string,
  ...args: string[]
): Promise<string | undefined> {
  return promisify(execFile)(program, args, { env: childEnv, timeout: 5_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}
