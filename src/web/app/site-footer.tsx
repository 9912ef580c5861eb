import { Link } from '@tanstack/react-router'
import { words } from '../i18n/words.ts'

const linkClass =
  'inline-flex min-h-9 cursor-pointer items-center text-ink-soft underline-offset-4 hover:text-accent hover:underline'

export function SiteFooter({ onHelp }: { onHelp: () => void }) {
  return (
    <footer className="mx-auto w-full max-w-5xl group-has-data-wide/shell:max-w-[110rem] px-3 pb-4 text-sm sm:px-6 print:hidden">
      <nav
        aria-label={words.nav.footer}
        className="flex flex-wrap gap-x-5 border-t border-line pt-2"
      >
        <Link to="/month" className={linkClass}>
          {words.nav.month}
        </Link>
        <Link to="/directory" className={linkClass}>
          {words.nav.directory}
        </Link>
        <Link to="/mappings" className={linkClass}>
          {words.nav.mappings}
        </Link>
        <a href="/docs" className={linkClass}>
          {words.nav.api}
        </a>
        <Link to="/settings" className={linkClass}>
          {words.nav.settings}
        </Link>
        <Link to="/privacy" className={linkClass}>
          {words.nav.privacy}
        </Link>
        <button
          type="button"
          className={`${linkClass} ml-auto pointer-coarse:hidden`}
          onClick={onHelp}
        >
          {words.nav.shortcuts}
        </button>
      </nav>
    </footer>
  )
}
