import { writeFileSync } from 'node:fs'
import { samplePdf } from '../test/fixtures/pdfs.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Usage: write-sample FILE')
writeFileSync(file, await samplePdf())
