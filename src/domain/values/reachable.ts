/** Returns the transitive closure of `next`, each element once, even with cycles. */
export function findReachable(
  first: string,
  next: (from: string) => readonly string[] | undefined,
): Set<string> {
  const found = new Set([first])
  for (const one of found) for (const other of next(one) ?? []) found.add(other)
  return found
}
