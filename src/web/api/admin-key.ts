import { createStore } from '../store/store.ts'

/** Kept in memory only, until the page closes. */
export const adminKey = createStore('')

export const adminHeaders = () => ({ authorization: `Bearer ${adminKey.get()}` })
