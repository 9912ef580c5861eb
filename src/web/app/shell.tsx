import { EditorOnly } from '../api/editor-only.tsx'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useJobAnnouncements } from './use-job-announcements.ts'
import { useSignInRedirect } from './use-sign-in-redirect.ts'
import { useShortcutKeys, useShortcuts } from '../keyboard/use-shortcuts.ts'
import { words } from '../i18n/words.ts'
import { Announcer } from './announcer.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { DropTarget } from './drop-target.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

const Toaster = lazy(() => import('./toaster.tsx'))
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'))
const CommandPalette = lazy(() => import('../features/palette/command-palette.tsx'))

/** Header, footer and overlays around every page. */
export function Shell() {
  const main = useFocusOnNavigation()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const openPalette = () => setIsPaletteOpen(true)
  useJobAnnouncements()
  useSignInRedirect()
  useSiteShortcuts({ onHelp: () => setIsHelpOpen(true), onPalette: openPalette })
  return (
    <div className="group/shell flex min-h-dvh flex-col text-[0.9375rem] leading-normal">
      <a
        href="#content"
        className="absolute -top-20 left-3 z-20 rounded-lg bg-accent px-4 py-2.5 text-on-accent focus:top-2"
      >
        {words.skipToContent}
      </a>
      <SiteHeader />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl flex-1 px-3 pb-16 has-data-wide:max-w-[110rem] sm:px-6"
      >
        <ConnectionNotice />
        <Outlet />
      </main>
      <SiteFooter onHelp={() => setIsHelpOpen(true)} onPalette={openPalette} />
      <EditorOnly>
        <DropTarget />
      </EditorOnly>
      <Announcer />
      <Suspense>
        <Toaster />
      </Suspense>
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette onClose={() => setIsPaletteOpen(false)} />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <ShortcutHelp onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

interface SiteShortcuts {
  onHelp: () => void
  onPalette: () => void
}

function useSiteShortcuts({ onHelp, onPalette }: SiteShortcuts): void {
  const navigate = useNavigate()
  useShortcutKeys()
  usePaletteKey(onPalette)
  useShortcuts([
    { keys: 'Ctrl+K', label: words.nav.commands },
    { keys: '?', label: words.shortcuts.help, run: onHelp },
    { keys: 'g u', label: words.shortcuts.upload, run: () => void navigate({ to: '/' }) },
    { keys: 'g q', label: words.shortcuts.queue, run: () => void navigate({ to: '/queue' }) },
    {
      keys: 'g d',
      label: words.shortcuts.directory,
      run: () => void navigate({ to: '/directory' }),
    },
    { keys: 'g m', label: words.shortcuts.mappings, run: () => void navigate({ to: '/mappings' }) },
    { keys: 'g s', label: words.shortcuts.settings, run: () => void navigate({ to: '/settings' }) },
  ])
}

/** Ctrl+K or Command+K works in text fields too, but not over another dialog. */
function usePaletteKey(onPalette: () => void): void {
  const latest = useRef(onPalette)
  useEffect(() => {
    latest.current = onPalette
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const isCommand = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey
      if (!isCommand || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Moves focus to the new page so that screen readers start at its beginning. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current !== pathname) main.current?.focus({ preventScroll: true })
    lastPathname.current = pathname
  }, [pathname])
  return main
}
