import { Option } from 'commander'

export function serverOption(): Option {
  return new Option('--server <url>', 'server URL')
    .env('DOCKET_URL')
    .default('http://127.0.0.1:3000')
}

export function tokenOption(): Option {
  return new Option('--token <token>', 'API key or token').env('DOCKET_TOKEN')
}

/** One value per option, so that a variadic option cannot swallow file arguments. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
