import { type ComposeService, expandDefaults } from '../../support/processes/deploy.ts'

export interface Project {
  /** Prefix for the names of containers and volumes, and name of the network. */
  name: string
  /** Folder with one file per secret. */
  secrets: string
  /** Environment variables for compose. */
  variables: Record<string, string>
}

type Translate = (service: ComposeService, project: Project) => string[]

/** Translates each key of a service to arguments for `run` that have the same effect as in compose. */
const translations: Partial<Record<string, Translate>> = {
  read_only: ({ read_only: isReadOnly }) => (isReadOnly ? ['--read-only'] : []),
  tmpfs: ({ tmpfs = [] }) => each('--tmpfs', tmpfs),
  cap_drop: ({ cap_drop: capabilities = [] }) => each('--cap-drop', capabilities),
  security_opt: ({ security_opt: options = [] }) => each('--security-opt', options.map(toFlag)),
  mem_limit: ({ mem_limit: limit = '' }) => ['--memory', limit],
  shm_size: ({ shm_size: size = '' }) => ['--shm-size', size],
  pids_limit: ({ pids_limit: limit = 0 }) => ['--pids-limit', String(limit)],
  environment: ({ environment = {} }, { variables }) =>
    each(
      '--env',
      Object.entries(environment).map(
        ([name, value]) => `${name}=${expandDefaults(value, variables)}`,
      ),
    ),
  secrets: ({ secrets = [] }, project) =>
    each(
      '--volume',
      secrets.map((name) => `${project.secrets}/${name}:/run/secrets/${name}:ro`),
    ),
  volumes: ({ volumes = [] }, { name }) =>
    each(
      '--volume',
      volumes.map((volume) => `${name}-${volume}`),
    ),
  ports: ({ ports = [] }, { variables }) =>
    each(
      '--publish',
      ports.map((port) => expandDefaults(port, variables)),
    ),
}

/** Keys that are handled elsewhere or are irrelevant in a test: start order, health checks, logs. */
const otherKeys = [
  'build',
  'command',
  'depends_on',
  'healthcheck',
  'image',
  'logging',
  'profiles',
  'restart',
  'stop_grace_period',
]

/** Translates a service to arguments for `run`. Throws for a key that would otherwise be ignored. */
export function composeArgs(name: string, service: ComposeService, project: Project): string[] {
  const network = ['--network', project.name, '--network-alias', name]
  const flags = Object.keys(service).flatMap((key) => {
    const translate = translations[key]
    if (translate) return translate(service, project)
    if (otherKeys.includes(key)) return []
    throw new Error(`compose.yaml: the trial does not know ${name}.${key}`)
  })
  return [...network, ...flags]
}

function each(flag: string, values: string[]): string[] {
  return values.flatMap((value) => [flag, value])
}

/** Converts a security option to a flag: compose accepts `no-new-privileges:true`, podman expects only the name. */
function toFlag(option: string): string {
  return option.replace(/:true$/, '')
}
