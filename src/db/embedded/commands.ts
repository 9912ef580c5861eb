import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Children inherit none of our settings and secrets. */
export const childEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin',
  LANG: 'C',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** What a command prints, trimmed; undefined when it is missing, broken or says no. */
export async function answerOf(program: string, ...args: string[]): Promise<string | undefined> {
  return promisify(execFile)(program, args, { env: childEnv, timeout: 5_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}
