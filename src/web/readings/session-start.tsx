import { useEffect, useRef, useState } from 'react'
import { meetWords } from '../i18n/meet-words.ts'

/** Long enough to type all digits, short enough to see the effect. */
const debounceMs = 800

interface SessionStartProps {
  time: string | null
  /** An empty time restores the printed one. */
  onChange: (time: string) => void
}

/** Changes a session's start; all its times shift with it. */
export function SessionStart({ time, onChange }: SessionStartProps) {
  const [typed, setTyped] = useState(time ?? '')
  const [last, setLast] = useState(time)
  if (time !== last) {
    setLast(time)
    setTyped(time ?? '')
  }
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const isChanged = typed !== (time ?? '')
  useEffect(() => {
    if (!isChanged) return
    const timer = setTimeout(() => latest.current(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [isChanged, typed])
  return (
    <label className="flex min-h-9 items-center gap-2 text-sm">
      {meetWords().sessionStart}
      <input
        type="time"
        className="field min-h-9"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => {
          if (isChanged) onChange(typed)
        }}
      />
    </label>
  )
}
