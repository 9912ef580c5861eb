export const shelves = ['parties', 'units', 'goods', 'lessons'] as const
export type Shelf = (typeof shelves)[number]
export type Table = Exclude<Shelf, 'lessons'>

/** What of the directory is shown, as it stands in the address. */
export interface DirectoryView {
  show?: Exclude<Shelf, 'parties'>
  q?: string
}

export function directoryView({ show, q }: Record<string, unknown>): DirectoryView {
  const shelf = shelves.find((known) => known === show)
  return {
    ...(shelf === undefined || shelf === 'parties' ? {} : { show: shelf }),
    // A search for a number is read as a number.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: `${q}` } : {}),
  }
}
