/** Increased only by a change that breaks existing clients; docs/api.md lists the changes that do not. */
export const apiVersion = '1'
