export const sections = ['parties', 'units', 'goods', 'lessons'] as const
export type Section = (typeof sections)[number]
export type Table = Exclude<Section, 'lessons'>

/** What of the directory is shown, as it stands in the address. */
export interface DirectoryView {
  show?: Exclude<Section, 'parties'>
  q?: string
}

export function parseDirectoryView({ show, q }: Record<string, unknown>): DirectoryView {
  const section = sections.find((known) => known === show)
  return {
    ...(section === undefined || section === 'parties' ? {} : { show: section }),
    // A search for a number is read as a number.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: `${q}` } : {}),
  }
}
