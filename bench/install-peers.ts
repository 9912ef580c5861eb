import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Installs the packages to compare with only when a benchmark runs, so that they do not become dependencies. */
export function installPeers(packageName: string): string {
  const folder = path.resolve('bench/peers')
  if (!existsSync(path.join(folder, 'node_modules', packageName))) {
    const install = ['install', '--no-fund', '--no-audit', '--ignore-scripts', '--no-package-lock']
    execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return folder
}
