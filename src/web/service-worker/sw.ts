/// <reference lib="webworker" />
import { storeShared } from '../uploads/stored-uploads.ts'

// Caches the app so that it starts offline, receives files shared on phones, and opens the page of a clicked
// notification. Never caches API responses, which would become stale.

const worker = self as unknown as ServiceWorkerGlobalScope

/** Set by the build. If any file changes, the build contains a new worker and a new cache name. */
declare const docketFiles: readonly string[]
declare const docketVersion: string
const files = docketFiles
const cacheName = `docket-${docketVersion}`

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(['/', ...files]))
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => worker.clients.claim()))
})

/** Deletes old caches, except the previous one, from which open tabs still load files. */
async function dropOldCaches(): Promise<void> {
  const cacheNames = (await caches.keys()).filter((name) => name.startsWith('docket-'))
  const old = cacheNames.filter((name) => name !== cacheName).slice(0, -1)
  await Promise.all(old.map((name) => caches.delete(name)))
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== worker.location.origin) return
  if (request.method === 'POST' && pathname === '/share') event.respondWith(receiveShared(request))
  else if (request.method !== 'GET') return
  else if (files.includes(pathname)) event.respondWith(cacheFirst(request))
  else if (isPage(request, pathname)) event.respondWith(networkFirst(request))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data as { path: string }
  event.waitUntil(showPage(path))
})

/** Focuses a tab that shows the page, or opens a new one. */
async function showPage(path: string): Promise<unknown> {
  const tabs = await worker.clients.matchAll({ type: 'window' })
  const tab = tabs.find(({ url }) => new URL(url).pathname === path)
  return tab ? tab.focus() : worker.clients.openWindow(path)
}

function isPage(request: Request, pathname: string): boolean {
  return request.mode === 'navigate' && !/^\/(?:api|docs|openapi|metrics|sample)\b/.test(pathname)
}

async function cacheFirst(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}

async function networkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (offline) {
    const page = await caches.match('/')
    if (page) return page
    throw offline
  }
}

async function receiveShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const sharedTexts = ['url', 'text', 'title'].map((name) => form.get(name))
  const urls = sharedTexts.flatMap((text) =>
    typeof text === 'string' ? (/https?:\/\/\S+/.exec(text) ?? []).slice(0, 1) : [],
  )
  const shared = form.getAll('file').filter((file) => file instanceof File)
  await storeShared({ files: shared, urls: shared.length > 0 ? [] : urls.slice(0, 1) })
  return Response.redirect('/', 303)
}
