import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { uploads } from '../app.ts'
import { useJobNews } from '../jobs/use-job-news.ts'
import { useStore } from '../store.ts'
import { isRunning } from '../uploads/uploads.ts'
import { words } from '../words.ts'
import { Announcer } from './announcer.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { DropTarget } from './drop-target.tsx'
import { SiteHeader } from './site-header.tsx'

/** What stands around every page. */
export function Shell() {
  const main = useFocusOnNewPage()
  useWarningWhileUploading()
  useJobNews()
  return (
    <div className="min-h-dvh pb-16 text-[0.9375rem] leading-normal">
      <a
        href="#content"
        className="absolute -top-20 left-3 z-20 rounded-lg bg-accent px-4 py-2.5 text-on-accent focus:top-2"
      >
        {words.skipToContent}
      </a>
      <SiteHeader />
      <main id="content" ref={main} tabIndex={-1} className="mx-auto max-w-5xl px-3 sm:px-6">
        <ConnectionNotice />
        <Outlet />
      </main>
      <DropTarget />
      <Announcer />
    </div>
  )
}

/** A new page is read out from its beginning, as if it had been loaded. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])
  return main
}

function useWarningWhileUploading() {
  const isUploading = useStore(uploads).some(isRunning)
  useEffect(() => {
    if (!isUploading) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUploading])
}
