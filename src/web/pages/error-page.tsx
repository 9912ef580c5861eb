import type { ErrorComponentProps } from '@tanstack/react-router'
import { buttonClass } from '../parts/button.ts'
import { Plate } from '../parts/plate.tsx'
import { usePageTitle } from '../use-page-title.ts'
import { words } from '../words/words.ts'

/** Shown in place of a page that threw. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  usePageTitle(words.broken.title)
  return (
    <Plate heading={words.broken.heading} text={words.broken.text}>
      <button type="button" className={buttonClass.primary} onClick={reset}>
        {words.tryAgain}
      </button>
      <button
        type="button"
        className={buttonClass.secondary}
        onClick={() => window.location.reload()}
      >
        {words.broken.reload}
      </button>
    </Plate>
  )
}
