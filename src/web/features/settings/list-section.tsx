import { type ReactNode, useId } from 'react'
import { LoadFailure } from '../../ui/load-failure.tsx'

interface ListSectionProps {
  words: { heading: string; text: string; notLoaded: string }
  query: { error: Error | null; refetch: () => Promise<unknown> }
  /** Receives the ID of the heading, which also names the list. */
  children: (headingId: string) => ReactNode
}

/** A settings section that explains a list and offers to load it again after an error. */
export function ListSection({ words, query, children }: ListSectionProps) {
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
        {children(id)}
      </div>
    </section>
  )
}
