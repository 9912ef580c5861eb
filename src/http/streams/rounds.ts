export interface Rounds<Member> {
  /** Adds a member. Returns the function that removes it. */
  add(member: Member): () => void
  stop(): void
}

const groupCount = 250

/**
 * Visits each member once per interval. Spreads the visits over the interval, so that thousands of members do not delay
 * requests.
 */
export function createRounds<Member>(
  intervalMs: number,
  visit: (member: Member) => void,
): Rounds<Member> {
  const groups = Array.from({ length: groupCount }, () => new Set<Member>())
  let addedCount = 0
  let turn = 0
  const timer = setInterval(() => {
    turn = (turn + 1) % groupCount
    for (const member of groups[turn] ?? []) visit(member)
  }, intervalMs / groupCount).unref()
  return {
    add(member) {
      const group = groups[addedCount++ % groupCount]
      group?.add(member)
      return () => void group?.delete(member)
    },
    stop: () => clearInterval(timer),
  }
}
