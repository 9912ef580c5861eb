// tsx scripts/parse-files.ts FILE: parses the built-in YAML files at build time, because every process would
// otherwise parse them at startup.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { hashYaml, type ParsedFiles } from '../src/extraction/formats/parsed-files.ts'

const parsedFiles: ParsedFiles = {}
for (const folder of ['mappings', 'directory']) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.yaml')) continue
    const yaml = readFileSync(path.join(folder, name), 'utf8')
    parsedFiles[hashYaml(yaml)] = JSON.stringify(parse(yaml))
  }
}
writeFileSync(process.argv[2] ?? '', JSON.stringify(parsedFiles))
