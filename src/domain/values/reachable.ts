/** The first one, what comes next to it, what comes next to that, and so on: each once, whatever the circles. */
export function reachable(
  first: string,
  next: (from: string) => readonly string[] | undefined,
): Set<string> {
  const found = new Set([first])
  for (const one of found) for (const other of next(one) ?? []) found.add(other)
  return found
}
