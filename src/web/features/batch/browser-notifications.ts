interface BrowserNotification {
  title: string
  body: string
  /** Page that a click opens. A newer notification for the same path replaces this one. */
  path: string
}

export function canNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission !== 'denied'
}

/** Asks for permission to show notifications, unless the user has already decided. */
export async function requestPermission(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

/** Shows a notification. Uses the service worker, because mobile browsers allow notifications only from there. */
export async function showNotification({ title, body, path }: BrowserNotification): Promise<void> {
  const options = { body, tag: path, icon: '/favicon.svg', data: { path } }
  const registration = await findActiveRegistration()
  if (registration) return registration.showNotification(title, options)
  const notification = new Notification(title, options)
  notification.onclick = () => {
    window.focus()
    notification.close()
  }
}

/**
 * Waits until the service worker is installed, because it cannot show notifications earlier, and returns its
 * registration. Returns undefined if there is no service worker or if the installation fails.
 */
async function findActiveRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const pending = registration?.installing ?? registration?.waiting
  if (registration?.active || !pending) return registration
  return new Promise((resolve) => {
    pending.addEventListener('statechange', () => {
      if (registration?.active) resolve(registration)
      else if (pending.state === 'redundant') resolve(undefined)
    })
  })
}
