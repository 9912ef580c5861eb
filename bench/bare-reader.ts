import { readFile } from 'node:fs/promises'
import { loadReferenceData } from '../src/extraction/reference-data/reference-data.ts'
import { loadBuilt } from './built.ts'

type Extract = typeof import('../src/extraction/extract.ts')

/** Reads documents in a separate process, without a pool or a parent. */
const { extract } = await loadBuilt<Extract>('extraction/extract.js')
const referenceData = loadReferenceData({ folder: process.argv[2] ?? '.' })

async function readAll(files: string[]): Promise<void> {
  for (const file of files) {
    await extract(await readFile(file), 'auto', referenceData).catch(() => undefined)
  }
  process.send?.('done')
}

process.on('message', (files: string[]) => void readAll(files))
process.send?.('ready')
