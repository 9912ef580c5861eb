import { type ReactNode, useId } from 'react'

export function PageSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="pt-8">
      <h2 id={id} className="pb-2 text-lg font-bold">
        {heading}
      </h2>
      {children}
    </section>
  )
}
