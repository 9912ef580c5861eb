import { type Command, InvalidArgumentError, Option } from 'commander'
import type { OutputOptions } from './io/print.ts'
import { UserName } from '../domain/api/identity.ts'
import { Scope } from '../domain/values/permissions.ts'
import type { Tier } from '../domain/values/priority.ts'

export interface NewKeyOptions {
  name: string
  user: string | null
  scopes: Scope[]
  tier: Tier
  days: number | null
}

/** Implements `docket keys`. */
export interface KeyCommands {
  create(order: NewKeyOptions, options: OutputOptions): Promise<void>
  list(options: OutputOptions): Promise<void>
  revoke(prefix: string, options: OutputOptions): Promise<void>
}

interface CreateOptions extends OutputOptions {
  user?: string
  scope: Scope
  premium?: true
  days?: number
}

export function addKeyCommands(program: Command, load: () => Promise<KeyCommands>): void {
  const keys = program
    .command('keys')
    .description('create, list and revoke API keys, even while the server runs')
  keys
    .command('create')
    .description('create a key and print it once')
    .argument('<name>', 'a name by which to recognise the key', parseName)
    .option(
      '--user <sub>',
      'user whose jobs the key can access (the `sub` claim of their tokens)',
      parseName,
    )
    .addOption(
      new Option('--scope <scope>', 'read: read-only; write: read and write')
        .choices(Scope.options)
        .default('write'),
    )
    .option('--premium', 'give jobs submitted with this key priority')
    .option('--days <number>', 'days until the key expires (default: never)', parseDays)
    .action(async (name: string, options: CreateOptions) => {
      const { user = null, scope, premium, days = null } = options
      const { create } = await load()
      const scopes: Scope[] = scope === 'write' ? ['read', 'write'] : ['read']
      const tier = premium ? 'premium' : 'standard'
      await create({ name, user, scopes, tier, days }, options)
    })
  keys
    .command('list')
    .description('list all keys, without their secrets')
    .action(async (options: OutputOptions) => (await load()).list(options))
  keys
    .command('revoke')
    .description('revoke a key immediately')
    .argument('<prefix>', 'as shown by `docket keys list`')
    .action(async (prefix: string, options: OutputOptions) =>
      (await load()).revoke(prefix, options),
    )
}

function parseName(text: string): string {
  if (UserName.safeParse(text).success) return text
  throw new InvalidArgumentError('Use 1 to 255 characters without control characters.')
}

function parseDays(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= 36_500) return days
  throw new InvalidArgumentError('Use a whole number of days.')
}
