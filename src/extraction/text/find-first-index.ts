/**
 * Returns the index of the first item that passes, or the length of the list, by binary search. Every item after one
 * that passes must pass too.
 */
export function findFirstIndex<Item>(
  items: readonly Item[],
  passes: (item: Item) => boolean,
): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item === undefined || passes(item)) high = middle
    else low = middle + 1
  }
  return low
}
