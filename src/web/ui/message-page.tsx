import type { ReactNode } from 'react'

/** A page with a single message and its actions. */
export function MessagePage({
  heading,
  text,
  children,
}: {
  heading: string
  text: string
  children: ReactNode
}) {
  return (
    <div className="mx-auto max-w-xl pt-16 sm:pt-24">
      <h1 className="text-3xl font-bold">{heading}</h1>
      <p className="pt-3 text-ink-soft">{text}</p>
      <div className="flex flex-wrap gap-3 pt-6">{children}</div>
    </div>
  )
}
