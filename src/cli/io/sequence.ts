/**
 * Prepares up to `limit` items in parallel, and finishes them one by one in their original order, so that names and
 * output do not depend on which item is ready first.
 */
export async function forEachInOrder<Item, Prepared, Result>(
  items: readonly Item[],
  limit: number,
  prepare: (item: Item) => Promise<Prepared>,
  finish: (item: Item, prepared: Promise<Prepared>) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  let last: Promise<unknown> = Promise.resolve()
  const work = async () => {
    for (const [index, item] of waiting) {
      const prepared = prepare(item)
      // `finish` handles the error when it reaches this item.
      prepared.catch(() => undefined)
      const turn = last.then(async () => {
        results[index] = await finish(item, prepared)
      })
      last = turn.catch(() => undefined)
      await turn
    }
  }
  await Promise.all(Array.from({ length: limit }, work))
  return results
}
