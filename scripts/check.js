// npm run check: runs the formatter, compilers and linters in parallel and prints each one's output when it ends.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './run.js'

/** The slowest check is listed, and therefore started, first. */
const parts = {
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  types: ['tsc'],
  'web types': ['tsc', '-p', 'tsconfig.web.json'],
  'unused code': ['knip'],
  format: ['biome', 'format', '.'],
}

function check(name, [program, ...args]) {
  const start = performance.now()
  const child = spawn(path.join(root, 'node_modules/.bin', program), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${name}: ${program} ${args.join(' ')} (${seconds} s)`)
      if (code !== 0) console.log(output.trimEnd())
      resolve({ name, isOk: code === 0 })
    })
  })
}

const results = await Promise.all(
  Object.entries(parts).map(([name, command]) => check(name, command)),
)
const failed = results.filter(({ isOk }) => !isOk).map(({ name }) => name)
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
