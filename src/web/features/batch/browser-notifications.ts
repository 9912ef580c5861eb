/** What the operating system shows while one looks at something else. */
interface Notice {
  title: string
  body: string
  /** Where a press on it leads; another about the same takes its place. */
  path: string
}

export function canNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission !== 'denied'
}

/** Asks the person, unless they have decided. */
export async function askToNotify(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

/** Phones let only service workers show something; where there is none, the page does. */
export async function showNotice({ title, body, path }: Notice): Promise<void> {
  const options = { body, tag: path, icon: '/favicon.svg', data: { path } }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) return registration.showNotification(title, options)
  const shown = new Notification(title, options)
  shown.onclick = () => {
    window.focus()
    shown.close()
  }
}
