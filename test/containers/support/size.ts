import { requireEngine } from './engine.ts'
import { programOutput } from './program.ts'

interface Part {
  name: string
  bytes: number
}

const folders = [
  '/app/node_modules',
  '/app/dist',
  '/app/mappings',
  '/app/directory',
  '/app/migrations',
]

/** Returns the bytes that an image adds to its base, and its largest parts. */
export async function sizeBreakdown(
  image: string,
  base: string,
): Promise<{ total: number; parts: Part[] }> {
  const engine = requireEngine()
  const size = async (name: string) =>
    Number(await programOutput([engine, 'image', 'inspect', '--format', '{{.Size}}', name]))
  const du = `du -sb ${folders.join(' ')}; du -sb /app/node_modules/* | sort -rn | head -8`
  const listing = await programOutput([
    engine,
    'run',
    '--rm',
    '--entrypoint',
    'sh',
    image,
    '-c',
    du,
  ])
  const parts = listing.split('\n').map((line) => {
    const [bytes = '', name = ''] = line.split('\t')
    return { name, bytes: Number(bytes) }
  })
  return { total: (await size(image)) - (await size(base)), parts }
}

export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
