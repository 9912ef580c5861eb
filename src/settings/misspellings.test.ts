import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMisspellings, Settings } from '../config.ts'
import { formerNames } from './former-names.ts'
import { describeMisspelling } from './misspellings.ts'

const settings = Object.keys(Settings.shape)
const long = settings.filter((name) => name.length >= 8)
const isKnown = (name: string) =>
  settings.includes(name) || settings.includes(name.replace(/_FILE$/, ''))

function suggest(variable: string): string | undefined {
  return readMisspellings({ [variable]: 'x' })[0]?.setting
}

describe('a variable that resembles a setting', () => {
  it.each([
    ['UPLOAD_PER_MINUTE', 'UPLOADS_PER_MINUTE'],
    ['MAX_RETRY', 'MAX_RETRIES'],
    ['RETRIES_MAX', 'MAX_RETRIES'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASE-URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['DOCKET_PORT', 'PORT'],
    ['DOCKET_DATA_DIR', 'DATA_DIR'],
    ['JWKS_URI', 'JWKS_URL'],
    ['ADMIN_KEYS_FILE', 'ADMIN_KEY_FILE'],
    ['OTEL_EXPORTER_OTLP_ENDPONT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ])('%s is reported together with %s', (variable, setting) => {
    expect(suggest(variable)).toBe(setting)
    expect(describeMisspelling({ variable, setting })).toBe(
      `${variable} is not a setting. Did you mean ${setting}?`,
    )
  })

  it('is reported for every former name, with its current name', () => {
    for (const [formerName, present] of Object.entries(formerNames)) {
      expect(settings).toContain(present)
      expect(settings).not.toContain(formerName)
      expect([formerName, suggest(formerName)]).toEqual([formerName, present])
    }
  })

  it('is reported for every long name with one typo', () => {
    const mistake = fc.record({
      name: fc.constantFrom(...long),
      at: fc.nat(),
      kind: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
      letter: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ_'),
    })
    fc.assert(
      fc.property(mistake, ({ name, at, kind, letter }) => {
        const index = at % (name.length - 1)
        const [a = '', b = ''] = name.slice(index)
        const middle = { insert: letter + a + b, delete: b, replace: letter + b, swap: b + a }[kind]
        const variable = name.slice(0, index) + middle + name.slice(index + 2)
        fc.pre(!isKnown(variable))
        expect([variable, suggest(variable)]).toEqual([variable, expect.any(String)])
      }),
    )
  })
})

describe('a variable that belongs to another program', () => {
  const names =
    `PATH HOME USER SHELL LANG LC_ALL TERM PWD OLDPWD SHLVL HOSTNAME LOGNAME MAIL EDITOR DISPLAY TZ
    TMPDIR TEMP TMP TEMPDIR DEBUG CI PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD PGSSLMODE PGDATA POSTGRES_USER
    POSTGRES_PASSWORD POSTGRES_DB TEST_DATABASE_URL NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION INIT_CWD npm_config_cache
    npm_package_json npm_lifecycle_event npm_config_port npm_config_host YARN_VERSION HTTP_PROXY HTTPS_PROXY NO_PROXY
    https_proxy SSH_AUTH_SOCK SSL_CERT_FILE XDG_DATA_DIRS XDG_RUNTIME_DIR AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
    AWS_REGION AWS_ENDPOINT_URL S3_BUCKET OTEL_TRACES_EXPORTER OTEL_RESOURCE_ATTRIBUTES OTEL_EXPORTER_OTLP_PROTOCOL
    OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_TRACES_ENDPOINT KUBERNETES_SERVICE_HOST KUBERNETES_PORT
    DOCKET_SERVICE_HOST DOCKET_SERVICE_PORT REDIS_HOST REDIS_PORT REDIS_PASSWORD DB_HOST DB_PORT DB_URL SMTP_HOST SMTP_PORT
    WEB_CONCURRENCY OPENAI_API_KEY LOG_FORMAT DOCKER_HOST COMPOSE_PROJECT_NAME GITHUB_TOKEN GITHUB_ACTIONS RUNNER_TEMP
    VIRTUAL_ENV MANPATH LS_COLORS PORTS HOSTS EMAIL JAVA_HOME GOPATH CHROME_PATH PLAYWRIGHT_BROWSERS_PATH VITE_CJS_TRACE
    VITEST VITEST_POOL_ID NODE_EXTRA_CA_CERTS SYSTEMD_EXEC_PID JOURNAL_STREAM INVOCATION_ID NOTIFY_SOCKET`.split(
      /\s+/,
    )

  it.each(names)('%s is not reported', (name) => {
    expect(suggest(name)).toBeUndefined()
  })

  it('is not reported if Kubernetes sets it for a service called docket', () => {
    expect(readMisspellings({ DOCKET_PORT: 'tcp://10.0.0.1:80' })).toEqual([])
  })

  it('is not reported if it is empty', () => {
    expect(readMisspellings({ UPLOAD_PER_MINUTE: '' })).toEqual([])
  })

  it('is not reported if it shares at most half of its words with a setting', () => {
    const word = fc.string({ unit: fc.constantFrom(...'BCDFGHJKLMNPQRSTVWXYZ'), minLength: 4 })
    const settingWord = fc.constantFrom(...settings.flatMap((name) => name.split('_')))
    fc.assert(
      fc.property(word, settingWord, (other, ownWord) => {
        fc.pre(!isKnown(`${other}_${ownWord}`))
        expect([other, ownWord, suggest(`${other}_${ownWord}`)]).toEqual([
          other,
          ownWord,
          undefined,
        ])
      }),
    )
  })
})

it('does not report valid settings, including settings from files', () => {
  const environment = Object.fromEntries(
    settings.flatMap((name) => [
      [name, 'x'],
      [`${name}_FILE`, 'x'],
    ]),
  )
  expect(readMisspellings(environment)).toEqual([])
})
