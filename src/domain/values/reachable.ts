/** Returns all elements reachable through `next`, each once, even if there are cycles. */
export function findReachable(
  first: string,
  next: (from: string) => readonly string[] | undefined,
): Set<string> {
  const found = new Set([first])
  for (const one of found) for (const other of next(one) ?? []) found.add(other)
  return found
}
