interface BrowserNotification {
  title: string
  body: string
  /** Opened on click; a newer notification for the same path replaces this one. */
  path: string
}

export function canNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission !== 'denied'
}

/** Prompts only if the user has not decided yet. */
export async function requestPermission(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

/** Mobile browsers allow notifications only from a service worker. */
export async function showNotification({ title, body, path }: BrowserNotification): Promise<void> {
  const options = { body, tag: path, icon: '/favicon.svg', data: { path } }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) return registration.showNotification(title, options)
  const notification = new Notification(title, options)
  notification.onclick = () => {
    window.focus()
    notification.close()
  }
}
