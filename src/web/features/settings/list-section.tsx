import { type ReactNode, useId } from 'react'
import { LoadFailure } from '../../ui/load-failure.tsx'

interface ListSectionProps<Item> {
  words: { heading: string; text: string; notLoaded: string }
  query: { error: Error | null; refetch: () => Promise<unknown> }
  items: readonly Item[]
  renderItem: (item: Item) => ReactNode
  /** Content below the list. */
  children: ReactNode
}

/** A section of the settings that explains a list, and offers to reload it after an error. */
export function ListSection<Item>(props: ListSectionProps<Item>) {
  const { words, query, items, renderItem, children } = props
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="border-t border-line py-6 sm:grid sm:grid-cols-[11rem_1fr] sm:gap-x-6"
    >
      <h2 id={id} className="pb-2 font-semibold">
        {words.heading}
      </h2>
      <div className="min-w-0">
        <p className="pb-4 text-ink-soft">{words.text}</p>
        <LoadFailure reason={words.notLoaded} error={query.error} onRetry={query.refetch} />
        {items.length > 0 && (
          <ul
            aria-labelledby={id}
            className="mb-5 divide-y divide-line rounded-xl border border-line bg-surface"
          >
            {items.map(renderItem)}
          </ul>
        )}
        {children}
      </div>
    </section>
  )
}
