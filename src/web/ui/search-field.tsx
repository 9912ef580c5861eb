import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { jobText } from '../i18n/job-text.ts'

const debounceMs = 250

interface SearchFieldProps {
  /** Current search term in the URL. */
  q: string
  label: string
  onSearch: (q: string) => void
}

/** Searches while the user types. */
export function SearchField({ q, label, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  const [searched, setSearched] = useState(q)
  const [lastQ, setLastQ] = useState(q)
  // The URL was changed elsewhere, for example by "Show all". In all other cases, the input may be ahead of the URL.
  if (q !== lastQ) {
    setLastQ(q)
    if (q !== searched) {
      setSearched(q)
      setText(q)
    }
  }
  useShortcuts([
    { keys: '/', label: jobText().queue.shortcuts.search, run: () => field.current?.focus() },
  ])
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => {
      setSearched(text.trim())
      latest.current(text.trim())
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text, q])
  return (
    <search className="relative min-w-40 flex-1 basis-48">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        ref={field}
        type="search"
        className="field min-h-9 w-full pl-9"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </search>
  )
}
