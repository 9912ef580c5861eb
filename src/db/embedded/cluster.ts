import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, link, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { getSystemErrorCode } from '../../domain/errors/system-error.ts'
import { childEnv } from './commands.ts'
import { cannotStart, programFailed } from './failure.ts'
import { hasEnded, runProgram, type Site } from './programs.ts'
import { draftPrefix, createFolderAtomically, sweepDrafts } from './atomic-folder.ts'

/** Creates the cluster and its password if they do not exist, and returns the password. */
export async function prepareCluster(site: Site): Promise<string> {
  if (!existsSync(site.passwordFile)) await createPassword(site)
  await createFolderAtomically(site.cluster, (draft) => initialise(site, draft))
  await sweepDrafts(site.passwordFile)
  await restoreOwnership(site)
  return readFile(site.passwordFile, 'utf8')
}

/** Creates the password. If several processes do this at the same time, all use the first process's password. */
async function createPassword({ folder, cluster, passwordFile }: Site) {
  if (existsSync(cluster)) {
    throw cannotStart(
      `The file ${passwordFile} is missing, and the database beside it cannot be opened without it. Restore it from a backup, or set DATA_DIR to a folder other than ${folder}.`,
    )
  }
  const draft = draftPrefix(passwordFile) + randomUUID()
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  await link(draft, passwordFile).catch((thrown) => {
    if (getSystemErrorCode(thrown) !== 'EEXIST') throw thrown
  })
  await rm(draft, { force: true })
}

async function initialise(site: Site, draft: string) {
  if (site.account) {
    for (const path of [draft, site.passwordFile]) {
      await chown(path, site.account.uid, site.account.gid)
    }
  }
  const password = await open(site.passwordFile)
  try {
    await initdb(site, draft, password.fd)
  } finally {
    await password.close()
  }
}

/** Passes the password as a file descriptor, because the account may lack access to its path. */
async function initdb(site: Site, draft: string, stdin: number) {
  const identity = ['--username=docket', '--auth=scram-sha-256', '--pwfile=/dev/stdin']
  const args = [...identity, '--encoding=UTF8', '--locale=C', '--no-instructions']
  const program = await runProgram(site, { name: 'initdb', data: draft, args, stdin })
  if (!hasEnded(program.child)) await once(program.child, 'exit')
  if (program.child.exitCode !== 0) throw programFailed(site.folder, await program.output())
}

/** Postgres rejects a cluster that belongs to root or is accessible to others, as may happen after a restore. */
async function restoreOwnership({ cluster, account }: Site) {
  const { uid } = await stat(cluster)
  if (account && uid === 0) {
    const args = ['-R', `${account.uid}:${account.gid}`, cluster]
    await promisify(execFile)('chown', args, { env: childEnv })
  }
  await chmod(cluster, 0o700)
}
