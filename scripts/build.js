// node scripts/build.js [--noCheck]: builds dist/: the server with tsc, the web app with Vite, and the sample PDF that the web app offers.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { bundleChild } from './bundle-child.js'
import { run, step } from './run.js'

/** Compresses files at build time, so that no request waits for it. */
function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(html|m?js|css|svg|webmanifest)$/.test(name)) continue
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes))
  }
}

/** The files that Docket uses from the OCR packages (src/extraction/ocr/packages.ts): 6 of 58 MB. */
const ocrFiles = [
  'tesseract.js-core/LICENSE',
  'tesseract.js-core/package.json',
  'tesseract.js-core/tesseract-core-simd-lstm.js',
  'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  '@tesseract.js-data/eng/package.json',
  '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
]

/** `--noCheck`, which halves the time, before tests: `npm run check` checks the types. */
const tscFlags = process.argv.slice(2)

rmSync('dist', { recursive: true, force: true })
await step('server', () => run('tsc', ['-p', 'tsconfig.build.json', ...tscFlags]))
await step('sandbox', () => bundleChild('dist'))
await step('reference data', () => run('tsx', ['scripts/parse-files.ts', 'dist/parsed-files.json']))
await step('OCR', async () => {
  for (const name of ocrFiles) cpSync(`node_modules/${name}`, `dist/ocr/${name}`)
})
await step('web app', async () => {
  // Vitest sets NODE_ENV=test, which would bundle the development version of React.
  await run('vite', ['build', '--logLevel', 'warn'], { NODE_ENV: 'production' })
  compress('dist/web')
})
await step('sample', () => run('tsx', ['scripts/write-sample.ts', 'dist/web/sample.pdf']))
await step('icons', () => run('tsx', ['scripts/write-icons.ts', 'dist/web']))
writeFileSync('dist/built', new Date().toISOString())
