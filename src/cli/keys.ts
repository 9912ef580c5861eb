import { type Command, InvalidArgumentError, Option } from 'commander'
import { Scope, type Tier, userName } from '../domain/api/identity.ts'

export interface KeyOrder {
  name: string
  user: string | null
  scopes: Scope[]
  tier: Tier
  days: number | null
}

/** What `docket keys` does to the database of this Docket. */
export interface KeyCommands {
  create(order: KeyOrder): Promise<void>
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
    .description('make, list and revoke API keys; works beside a Docket that runs')
  keys
    .command('create')
    .description('make a key and print it: it is not shown again')
    .argument('<name>', 'what it is for', parseName)
    .option('--user <sub>', 'whose jobs it opens: `sub` of their tokens', parseName)
    .addOption(
      new Option('--scope <scope>', 'read: may look; write: may also change things')
        .choices(Scope.options)
        .default('write'),
    )
    .option('--premium', 'its jobs go first')
    .option('--days <number>', 'how long it works; left out, until it is revoked', parseDays)
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
    .description('end a key at once')
    .argument('<prefix>', 'as docket keys list shows it')
    .action(async (prefix: string) => (await load()).revoke(prefix))
}

function parseName(text: string): string {
  if (userName.safeParse(text).success) return text
  throw new InvalidArgumentError('Use 1 to 255 characters, none of them a control character.')
}

function parseDays(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= 36_500) return days
  throw new InvalidArgumentError('Use a whole number of days.')
}
