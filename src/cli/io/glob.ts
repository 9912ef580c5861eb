import { type Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** True if the text contains a glob pattern (*, ?, [ ] or { , }), which the shell leaves unexpanded in quotes. */
export function hasWildcard(text: string): boolean {
  return /[*?]|\[[^\]]+\]|\{[^}]*,[^}]*\}/.test(text)
}

/**
 * Returns the files that match a pattern, sorted. `**` matches any number of folders. Skips hidden files and folders.
 */
export async function expandPattern(pattern: string): Promise<string[]> {
  const found = new Set<string>()
  for (const alternative of expandBraces(pattern)) {
    const isAbsolute = alternative.startsWith('/')
    const segments = alternative.split('/').filter((segment) => segment !== '' && segment !== '.')
    for (const file of await match(isAbsolute ? '/' : '', segments)) found.add(file)
  }
  return [...found].toSorted()
}

/** Returns the files below a folder, sorted. Does not follow links to folders, which may form a cycle. */
export async function listFilesBelow(folder: string): Promise<string[]> {
  const files: string[] = []
  for (const entry of await listVisible(folder)) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) files.push(...(await listFilesBelow(name)))
    else files.push(name)
  }
  return files
}

async function match(base: string, [segment, ...rest]: string[]): Promise<string[]> {
  if (segment === undefined) return (await isFile(base)) ? [base] : []
  if (segment === '**') {
    const folders = (await listVisible(base || '.')).filter((entry) => entry.isDirectory())
    const below = folders.map(({ name }) => match(path.join(base, name), ['**', ...rest]))
    return [await match(base, rest), ...(await Promise.all(below))].flat()
  }
  if (!hasWildcard(segment)) return match(path.join(base, segment), rest)
  const names = toRegExp(segment)
  const entries = (await listVisible(base || '.')).filter(({ name }) => names.test(name))
  return (await Promise.all(entries.map(({ name }) => match(path.join(base, name), rest)))).flat()
}

async function isFile(name: string): Promise<boolean> {
  return (await stat(name).catch(() => undefined))?.isFile() ?? false
}

async function listVisible(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function expandBraces(pattern: string): string[] {
  const [all, before = '', list = '', after = ''] =
    /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(pattern) ?? []
  if (all === undefined) return [pattern]
  return list.split(',').flatMap((choice) => expandBraces(before + choice + after))
}

function toRegExp(segment: string): RegExp {
  const source = segment.replace(/\[[^\]]+\]|[\s\S]/g, (part) => {
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    if (part.length > 1)
      return `[${part.slice(1, -1).replace(/^!/, '^').replace(/[\\[]/g, '\\$&')}]`
    return part.replace(/[\\^$.|+()[\]{}]/g, '\\$&')
  })
  return new RegExp(`^${source}$`)
}
