import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isPaletteOpen } from './palette-state.ts'
import { uiText } from '../i18n/ui-text.ts'

const linkClass =
  'inline-flex min-h-9 cursor-pointer items-center text-ink-soft underline-offset-4 hover:text-accent hover:underline'

export default function SiteFooter({ onHelp }: { onHelp: () => void }) {
  return (
    <footer className="mx-auto w-full max-w-5xl group-has-data-wide/shell:max-w-[110rem] px-3 pb-4 text-sm sm:px-6 print:hidden">
      <nav
        aria-label={uiText.nav.footer}
        className="flex flex-wrap gap-x-5 border-t border-line pt-2"
      >
        <FooterLink to="/month">{uiText.nav.month}</FooterLink>
        <FooterLink to="/directory">{uiText.nav.directory}</FooterLink>
        <FooterLink to="/mappings">{uiText.nav.mappings}</FooterLink>
        <a href="/docs" className={linkClass}>
          {uiText.nav.api}
        </a>
        <FooterLink to="/settings">{uiText.nav.settings}</FooterLink>
        <FooterLink to="/privacy">{uiText.nav.privacy}</FooterLink>
        <button
          type="button"
          className={`${linkClass} ml-auto`}
          onClick={() => isPaletteOpen.set(true)}
        >
          {uiText.nav.commands}
        </button>
        <button type="button" className={`${linkClass} pointer-coarse:hidden`} onClick={onHelp}>
          {uiText.nav.shortcuts}
        </button>
      </nav>
    </footer>
  )
}

interface FooterLinkProps {
  to: '/month' | '/directory' | '/mappings' | '/settings' | '/privacy'
  children: ReactNode
}

function FooterLink({ to, children }: FooterLinkProps) {
  return (
    <Link to={to} className={linkClass}>
      {children}
    </Link>
  )
}
