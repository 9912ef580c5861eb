/** What the operating system shows while one looks at something else. */
interface BrowserNotification {
  title: string
  body: string
  /** Where a press on it leads; another about the same takes its place. */
  path: string
}

export function canNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission !== 'denied'
}

/** Asks the person, unless they have decided. */
export async function requestPermission(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

/** Phones let only service workers show something; where there is none, the page does. */
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
