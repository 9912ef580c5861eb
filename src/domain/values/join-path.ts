/** Joins the parts of a path with dots. An empty part, such as the whole document's path, adds nothing. */
export function joinPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('.')
}
