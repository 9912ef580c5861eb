export const sections = ['parties', 'units', 'goods', 'rates', 'corrections'] as const
export type DirectorySection = (typeof sections)[number]
export type DirectoryTable = Exclude<DirectorySection, 'rates' | 'corrections'>

/** Search parameters of the directory page. */
export interface DirectoryView {
  show?: Exclude<DirectorySection, 'parties'>
  q?: string
}

export function parseDirectoryView({ show, q }: Record<string, unknown>): DirectoryView {
  const section = sections.find((known) => known === show)
  return {
    ...(section === undefined || section === 'parties' ? {} : { show: section }),
    // The router parses a search term of digits as a number.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: `${q}` } : {}),
  }
}
