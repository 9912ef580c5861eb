import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { UsageError } from '../cli/io/usage.ts'
import type { ReadConnection } from '../cli/options.ts'
import { readEnvironment } from '../config.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'

const defaultServer = 'http://127.0.0.1:3000'

const names = ['DOCKET_URL', 'DOCKET_TOKEN', 'DOCKET_TOKEN_FILE'] as const
type Variables = Partial<Record<(typeof names)[number], string>>

interface Source {
  server: string | undefined
  token: string | undefined
}

/**
 * Returns the server and token for a command: from its options, then the environment, then `.env` in the working
 * directory, then the configuration file. A token in the configuration file is sent only to the server named there, so
 * that a `.env` in a downloaded folder cannot redirect it.
 */
export const readConnection: ReadConnection = async (given) => {
  const environment = toSource(readEnvironment(), process.cwd())
  const local = toSource(readVariables('.env'), process.cwd())
  const file = configFile()
  const config = toSource(readVariables(file, { isStrict: true }), path.dirname(file))
  const server = given.server ?? environment.server ?? local.server ?? config.server
  const isConfigured = server === undefined || server === (config.server ?? defaultServer)
  const token =
    given.token ?? environment.token ?? local.token ?? (isConfigured ? config.token : undefined)
  return { server: server ?? defaultServer, ...(token !== undefined && { token }) }
}

function configFile(): string {
  const { DOCKET_CONFIG, XDG_CONFIG_HOME } = readEnvironment()
  if (DOCKET_CONFIG) return DOCKET_CONFIG
  return path.join(XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'docket', 'config')
}

/** Parses `NAME=value` lines; a missing file counts as empty. A strict file must not contain anything else. */
function readVariables(file: string, { isStrict = false } = {}): NodeJS.Dict<string> {
  let variables: NodeJS.Dict<string>
  try {
    variables = parseEnv(readFileSync(file, 'utf8')) as NodeJS.Dict<string>
  } catch (error) {
    const code = getSystemErrorCode(error)
    if (code === 'ENOENT' && file !== readEnvironment()['DOCKET_CONFIG']) return {}
    throw new UsageError(`The file ${file} cannot be read (${code}).`)
  }
  const unknown = Object.keys(variables).find((name) => !names.includes(name as never))
  if (isStrict && unknown !== undefined) {
    throw new UsageError(`${file}: unknown setting ${unknown}. Use ${names.join(', ')}.`)
  }
  return variables
}

function toSource(variables: NodeJS.Dict<string>, folder: string): Source {
  const { DOCKET_URL, DOCKET_TOKEN, DOCKET_TOKEN_FILE }: Variables = variables
  if (DOCKET_TOKEN && DOCKET_TOKEN_FILE) {
    throw new UsageError('DOCKET_TOKEN and DOCKET_TOKEN_FILE are both set. Remove one of them.')
  }
  const token = DOCKET_TOKEN_FILE
    ? readToken(path.resolve(folder, DOCKET_TOKEN_FILE))
    : DOCKET_TOKEN
  return { server: DOCKET_URL || undefined, token: token || undefined }
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = getSystemErrorCode(error)
    throw new UsageError(`DOCKET_TOKEN_FILE is "${file}", which cannot be read (${code}).`)
  }
}
