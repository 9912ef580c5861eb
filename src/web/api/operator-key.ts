import { createStore } from '../store/store.ts'

/** Kept in memory only, until the page closes. */
export const operatorKey = createStore('')

export const operatorHeaders = () => ({ authorization: `Bearer ${operatorKey.get()}` })
