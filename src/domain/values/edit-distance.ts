/** Computes the Damerau–Levenshtein distance: insertions, deletions, substitutions and adjacent swaps. */
export function editDistance(one: string, other: string): number {
  let [earlier, previous] = [[] as number[], Array.from({ length: other.length + 1 }, (_, i) => i)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isTransposition =
        one[row - 2] === other[column - 1] && one[row - 1] === other[column - 2]
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        isTransposition && row > 1 && column > 1 ? (earlier[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[earlier, previous] = [previous, current]
  }
  return previous[other.length] ?? 0
}

/** Returns the most similar known name, or undefined if all known names differ by more than a third of their length. */
export function findClosestName(written: string, known: readonly string[]): string | undefined {
  const near = known
    .map((name) => ({ name, steps: editDistance(written.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= Math.max(1, Math.floor(name.length / 3)))
  return near.toSorted((a, b) => a.steps - b.steps)[0]?.name
}
