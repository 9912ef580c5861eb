import './app/zod-without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/client.ts'
import { startUploads } from './uploads/app-uploads.ts'
import { applyPreferences } from './browser/preferences.ts'
import { startFeed } from './live/feed.ts'
import { router } from './app/router.tsx'
import { useStore } from './store/store.ts'
import { focusedElementId, currentLanguage } from './i18n/ui-text.ts'
import './theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

startUploads()
startFeed()
void applyPreferences().then(() =>
  // Slow phones stay responsive during the first render.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <LocalizedRouter />
        </QueryClientProvider>
      </StrictMode>,
    ),
  ),
)

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  // Delayed, because the service worker downloads all files of the app. If that fails offline, the next visit registers
  // it.
  setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), 3000)
}

/** Remounts the app in the new language, and restores the focus. */
function LocalizedRouter() {
  const language = useStore(currentLanguage)
  useLayoutEffect(() => {
    const focused = focusedElementId.get()
    if (focused !== '') document.getElementById(focused)?.focus()
  }, [language])
  return <RouterProvider key={language} router={router} />
}
