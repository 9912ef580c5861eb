import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package folder, which contains mappings, migrations and the built web app. */
export const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

export async function packageVersion(): Promise<string> {
  const file = await readFile(path.join(packageFolder, 'package.json'), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}
