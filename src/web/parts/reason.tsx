import { CircleAlert } from 'lucide-react'

/** Why something did not work and what to do about it. */
export function Reason({ children }: { children: string }) {
  return (
    <p className="flex gap-1.5 text-sm text-fail">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}
