const key = 'docket.tab'

/** Creates an ID. Does not use randomUUID, which requires https. */
export function createId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** This tab, which may take over the items of closed tabs. */
export interface Tab {
  id: string
  canTakeOver: (owner: string) => boolean
}

/** Claims an ID for this tab. A reload keeps the ID; a duplicated tab gets a new one. */
export async function claimTab(): Promise<Tab> {
  const previousId = sessionStorage.getItem(key)
  const id = previousId !== null && (await lockTab(previousId)) ? previousId : createId()
  if (id !== previousId) await lockTab(id)
  sessionStorage.setItem(key, id)
  const openTabs = await findOpenTabs()
  return { id, canTakeOver: (owner) => owner === id || !openTabs.has(owner) }
}

/** Holds a lock until the tab closes. Without Web Locks, IDs are assumed to be unique. */
function lockTab(id: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    void navigator.locks.request(`${key}.${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => undefined)
    })
  })
}

async function findOpenTabs(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.map(({ name = '' }) => name.slice(key.length + 1)))
}
