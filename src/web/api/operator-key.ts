import { createStore } from '../store/store.ts'

/** The operator's key, for as long as the page is open. */
export const operatorKey = createStore('')

/** What a request of the operator says. */
export const operatorHeaders = () => ({ authorization: `Bearer ${operatorKey.get()}` })
