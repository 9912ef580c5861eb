import { Link } from '@tanstack/react-router'
import { buttonClass } from '../parts/button.ts'
import { Plate } from '../parts/plate.tsx'
import { usePageTitle } from '../use-page-title.ts'
import { words } from '../words/words.ts'

export function NotFoundPage() {
  usePageTitle(words.notFound.title)
  return (
    <Plate heading={words.notFound.heading} text={words.notFound.text}>
      <Link to="/" className={buttonClass.primary}>
        {words.nav.upload}
      </Link>
      <Link to="/queue" className={buttonClass.secondary}>
        {words.nav.queue}
      </Link>
    </Plate>
  )
}
