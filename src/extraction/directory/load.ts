import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Goods, Party, Unit } from '../../domain/invoice/directory.ts'
import { StartupError } from '../../domain/errors/app-error.ts'
import { parseYaml } from '../formats/parse-yaml.ts'
import { type Directory, listEntryKeys, type Tables, toDirectory } from './directory.ts'

/** Path of each file. A table without a path is empty. */
export interface DirectoryFiles {
  parties?: string | undefined
  units?: string
  goods?: string | undefined
}

export function loadDirectory(files: DirectoryFiles): Directory {
  return toDirectory(loadTables(files))
}

export function loadTables({ parties, units, goods }: DirectoryFiles): Tables {
  return {
    parties: parties === undefined ? [] : parseParties(readContent(parties), parties),
    units: units === undefined ? [] : parseUnits(readContent(units), units),
    goods: goods === undefined ? [] : parseGoods(readContent(goods), goods),
  }
}

export function parseParties(yaml: string, file: string): Party[] {
  return parseYaml(yaml, file, createTableSchema(Party, listEntryKeys.parties))
}

export function parseUnits(yaml: string, file: string): Unit[] {
  return parseYaml(yaml, file, createTableSchema(Unit, listEntryKeys.units))
}

export function parseGoods(yaml: string, file: string): Goods[] {
  return parseYaml(yaml, file, createTableSchema(Goods, listEntryKeys.goods))
}

/** Rejects a key that two entries share, because choosing one of them would be a guess. */
function createTableSchema<T>(
  Entry: z.ZodType<T>,
  listKeys: (entry: T) => string[],
): z.ZodType<T[]> {
  return z.array(Entry).check(({ value, issues }) => {
    const owners = new Map<string, number>()
    for (const [index, entry] of value.entries()) {
      for (const key of listKeys(entry)) {
        const owner = owners.get(key) ?? index
        owners.set(key, owner)
        if (owner === index) continue
        const message = `"${key}" is already used by entry ${owner + 1} of this file`
        issues.push({ code: 'custom', input: entry, path: [index], message })
      }
    }
  })
}

function readContent(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new StartupError('BAD_SETTING', `The file ${file} cannot be read.`, { cause })
  }
}
