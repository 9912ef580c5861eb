/** Increment this only for changes that break existing clients. docs/api.md lists the changes that do not. */
export const apiVersion = '1'
