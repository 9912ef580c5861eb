import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { findReachable } from '../../domain/values/reachable.ts'

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
)

/**
 * Returns the `Link` header that preloads the chunks of a page. Without it, the browser requests them only after the
 * first script runs.
 */
export async function createPreloadLinks(
  webFolder: string,
): Promise<(page: string) => string | undefined> {
  const read = (name: string) => readFile(path.join(webFolder, name), 'utf8')
  const chunks = Manifest.parse(JSON.parse(await read('manifest.json')))
  const firstPage = await read('index.html')
  return (page) => {
    const entry = Object.keys(chunks).find((name) => name.endsWith(`/${page}-page.tsx`))
    if (entry === undefined) return undefined
    const parts = findReachable(entry, (name) => chunks[name]?.imports)
    const files = [...parts]
      .flatMap((name) => chunks[name]?.file ?? [])
      .filter((file) => !firstPage.includes(file))
    if (files.length === 0) return undefined
    return files.map((file) => `</${file}>; rel=modulepreload`).join(', ')
  }
}
