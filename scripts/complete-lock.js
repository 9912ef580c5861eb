// node scripts/complete-lock.js, after npm install: restores packages for other platforms that npm omitted from the
// lockfile because it could not fetch them here. Without these packages, `npm ci` rejects the lockfile everywhere.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Returns the platform fields for the lockfile, derived from a platform package's name. */
function platformFields(name) {
  const words = name.split('/').at(-1).split('-')
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const libc = name.includes('musl') ? ['musl'] : name.endsWith('-gnu') ? ['glibc'] : []
  return Object.fromEntries(Object.entries({ os, cpu, libc }).filter(([, list]) => list.length > 0))
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const added = []
for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const entry = `node_modules/${name}`
    const isExact = /^\d+\.\d+\.\d+/.test(version)
    if (lock.packages[entry] || !isExact) continue
    const flags = { ...(dev && { dev }), optional: true }
    lock.packages[entry] = { version, ...platformFields(name), ...flags }
    added.push(name)
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
lock.packages = Object.fromEntries(sorted)
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added.length} packages added`)
