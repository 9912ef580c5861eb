import { readdirSync } from 'node:fs'
import path from 'node:path'
import { StartupError } from '../../domain/errors/app-error.ts'

/** Lists the paths of the YAML files in a folder, sorted by name. `contents` names the folder in error messages. */
export function listYamlFiles(folder: string, contents: string): string[] {
  return listFiles(folder, contents)
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => path.join(folder, file))
}

function listFiles(folder: string, contents: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw new StartupError('BAD_SETTING', `The folder of ${contents} ${folder} cannot be read.`, {
      cause,
    })
  }
}
