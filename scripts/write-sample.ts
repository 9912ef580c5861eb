import { writeFileSync } from 'node:fs'
import { samplePdf } from '../test/fixtures/pdfs.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Say which file to write')
writeFileSync(file, await samplePdf())
