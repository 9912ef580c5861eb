import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Installs peer programs beside the benchmark when it runs, so that they are not our dependencies. */
export function installPeers(packageName: string): string {
  const folder = path.resolve('bench/peers')
  if (!existsSync(path.join(folder, 'node_modules', packageName))) {
    const install = ['install', '--no-fund', '--no-audit', '--ignore-scripts', '--no-package-lock']
    execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return folder
}
