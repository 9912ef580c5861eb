import { createStore } from '../store/store.ts'

/** The admin key, which is kept only in memory and only until the page closes. */
export const adminKey = createStore('')

export const adminHeaders = () => ({ authorization: `Bearer ${adminKey.get()}` })
