import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { words } from '../../words/words.ts'

const pauseMs = 250

/** Searches as one types; what is searched for stands in the address. */
export function SearchField({ q }: { q: string }) {
  const navigate = useNavigate({ from: '/queue' })
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  useShortcuts([
    { keys: '/', label: words.queue.shortcuts.search, run: () => field.current?.focus() },
  ])
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => {
      const wanted = text.trim()
      void navigate({
        search: ({ status }) => ({
          ...(status === undefined ? {} : { status }),
          ...(wanted === '' ? {} : { q: wanted }),
        }),
        replace: true,
      })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, q, navigate])
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
        aria-label={words.queue.search}
        placeholder={words.queue.search}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </search>
  )
}
