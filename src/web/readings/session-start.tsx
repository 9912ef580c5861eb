import { useEffect, useRef, useState } from 'react'
import { meetText } from '../i18n/meet-text.ts'

/** Delay in ms, long enough to type all digits and short enough to see the effect. */
const debounceMs = 800

interface SessionStartProps {
  time: string | null
  /** Called with the new time; an empty time restores the printed one. */
  onChange: (time: string) => void
}

interface Draft {
  typed: string
  isSent: boolean
}

/** Changes the start of a session, which shifts all its times. */
export function SessionStart({ time, onChange }: SessionStartProps) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [last, setLast] = useState(time)
  if (time !== last) {
    setLast(time)
    // A newly read sheet may also change the time, but must not discard the user's input.
    if (draft?.isSent) setDraft(null)
  }
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const unsent = draft && !draft.isSent ? draft.typed : null
  function submit(typed: string): void {
    setDraft({ typed, isSent: true })
    latest.current(typed)
  }
  useEffect(() => {
    if (unsent === null) return
    const timer = setTimeout(() => submit(unsent), debounceMs)
    return () => clearTimeout(timer)
  }, [unsent])
  return (
    <label className="flex min-h-9 items-center gap-2 text-sm">
      {meetText().sessionStart}
      <input
        type="time"
        className="field min-h-9"
        value={draft?.typed ?? time ?? ''}
        onChange={({ currentTarget: { value } }) => setDraft({ typed: value, isSent: false })}
        onBlur={() => {
          if (unsent !== null) submit(unsent)
        }}
      />
    </label>
  )
}
