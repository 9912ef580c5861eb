import { createStore } from '../store/store.ts'

/** The admin key. It is kept only in memory, until the page closes. */
export const adminKey = createStore('')

export const adminHeaders = () => ({ authorization: `Bearer ${adminKey.get()}` })
