/** Sets a search parameter, or removes it if the value is undefined. */
export function withParam<Search extends object, Name extends keyof Search>(
  search: Search,
  name: Name,
  value: Search[Name] | undefined,
): Search {
  const entries = Object.entries({ ...search, [name]: value })
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined)) as Search
}
