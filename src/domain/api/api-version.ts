/** Increased only by a change that breaks existing clients; docs/api.md states what may change without. */
export const apiVersion = '1'
