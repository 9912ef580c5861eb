import { type Command, InvalidArgumentError, Option } from 'commander'
import { Scope, type Tier, UserName } from '../domain/api/identity.ts'

export interface NewKeyOptions {
  name: string
  user: string | null
  scopes: Scope[]
  tier: Tier
  days: number | null
}

/** Implementation of `docket keys`. */
export interface KeyCommands {
  create(order: NewKeyOptions): Promise<void>
  list(): Promise<void>
  revoke(prefix: string): Promise<void>
}

interface CreateOptions {
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
    .argument('<name>', 'a name to recognise it by', parseName)
    .option('--user <sub>', 'user whose jobs it can access: the `sub` of their tokens', parseName)
    .addOption(
      new Option('--scope <scope>', 'read: read-only; write: read and write')
        .choices(Scope.options)
        .default('write'),
    )
    .option('--premium', 'give its jobs priority')
    .option('--days <number>', 'days until it expires (default: never)', parseDays)
    .action(async (name: string, { user, scope, premium, days }: CreateOptions) => {
      const { create } = await load()
      await create({
        name,
        user: user ?? null,
        scopes: scope === 'write' ? ['read', 'write'] : ['read'],
        tier: premium ? 'premium' : 'standard',
        days: days ?? null,
      })
    })
  keys
    .command('list')
    .description('list all keys, without their secrets')
    .action(async () => (await load()).list())
  keys
    .command('revoke')
    .description('revoke a key immediately')
    .argument('<prefix>', 'as shown by `docket keys list`')
    .action(async (prefix: string) => (await load()).revoke(prefix))
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
