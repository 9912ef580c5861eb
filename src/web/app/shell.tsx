import { EditorOnly } from '../api/editor-only.tsx'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useJobAnnouncements } from './use-job-announcements.ts'
import { useSignInRedirect } from './use-sign-in-redirect.ts'
import { useShortcutKeys, useShortcuts } from '../keyboard/use-shortcuts.ts'
import { uiText } from '../i18n/ui-text.ts'
import { Announcer } from './announcer.tsx'
import { DropTarget } from './drop-target.tsx'
import { openPaletteByKey } from './palette-state.ts'
import { SiteHeader } from './site-header.tsx'

// Loaded later, because the first render does not need it.
const ConnectionNotice = lazy(() => import('./connection-notice.tsx'))
const SiteFooter = lazy(() => import('./site-footer.tsx'))
const Toaster = lazy(() => import('./toaster.tsx'))
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'))
const PaletteHost = lazy(() => import('./palette-host.tsx'))

/** Header, footer and overlays around every page. */
export function Shell() {
  const main = useFocusOnNavigation()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  useJobAnnouncements()
  useSignInRedirect()
  useSiteShortcuts(() => setIsHelpOpen(true))
  usePaletteKey()
  return (
    <div className="group/shell flex min-h-dvh flex-col text-[0.9375rem] leading-normal">
      <a
        href="#content"
        className="absolute -top-20 left-3 z-20 rounded-lg bg-accent px-4 py-2.5 text-on-accent focus:top-2"
      >
        {uiText.skipToContent}
      </a>
      <SiteHeader />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl flex-1 px-3 pb-16 has-data-wide:max-w-[110rem] sm:px-6"
      >
        <Suspense>
          <ConnectionNotice />
        </Suspense>
        <Outlet />
      </main>
      <Suspense>
        <SiteFooter onHelp={() => setIsHelpOpen(true)} />
      </Suspense>
      <EditorOnly>
        <DropTarget />
      </EditorOnly>
      <Announcer />
      <Suspense>
        <Toaster />
      </Suspense>
      <Suspense>
        <PaletteHost />
      </Suspense>
      {isHelpOpen && (
        <Suspense>
          <ShortcutHelp onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function useSiteShortcuts(onHelp: () => void): void {
  const navigate = useNavigate()
  useShortcutKeys()
  useShortcuts([
    { keys: '?', label: uiText.shortcuts.help, run: onHelp },
    { keys: 'g u', label: uiText.shortcuts.upload, run: () => void navigate({ to: '/' }) },
    { keys: 'g q', label: uiText.shortcuts.queue, run: () => void navigate({ to: '/queue' }) },
    { keys: 'g t', label: uiText.shortcuts.month, run: () => void navigate({ to: '/month' }) },
    {
      keys: 'g d',
      label: uiText.shortcuts.directory,
      run: () => void navigate({ to: '/directory' }),
    },
    {
      keys: 'g m',
      label: uiText.shortcuts.mappings,
      run: () => void navigate({ to: '/mappings' }),
    },
    {
      keys: 'g s',
      label: uiText.shortcuts.settings,
      run: () => void navigate({ to: '/settings' }),
    },
  ])
}

/** Listens for the palette's key before the palette is loaded, so that no key press is lost. */
function usePaletteKey(): void {
  useEffect(() => {
    window.addEventListener('keydown', openPaletteByKey)
    return () => window.removeEventListener('keydown', openPaletteByKey)
  }, [])
}

/** Moves the focus to the new page, so that screen readers start at its beginning. */
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
