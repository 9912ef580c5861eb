// Builds dist/: the server by tsc, the web app by Vite, and the sample PDF that the web app offers.
import { rmSync, writeFileSync } from 'node:fs'
import { run, step } from './run.js'

rmSync('dist', { recursive: true, force: true })
await step('server', () => run('tsc', ['-p', 'tsconfig.build.json']))
await step('web app', () => run('vite', ['build', '--logLevel', 'warn']))
await step('sample', () => run('tsx', ['scripts/write-sample.ts', 'dist/web/sample.pdf']))
writeFileSync('dist/built', new Date().toISOString())
