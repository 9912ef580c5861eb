import type { RankedCandidate } from './ranker.ts'

export interface PartyPair {
  seller: RankedCandidate | undefined
  buyer: RankedCandidate | undefined
}

/** Maximum number of names to pair. Lower-ranked names cannot be part of the best pair. */
const maxNames = 6

/** Chooses the most likely pair of different names. The probabilities assume that seller and buyer differ. */
export function chooseParties(
  sellers: readonly RankedCandidate[],
  buyers: readonly RankedCandidate[],
): PartyPair {
  const [sellerOptions, buyerOptions] = [toOptions(sellers), toOptions(buyers)]
  let total = 0
  let best = { mass: -1, seller: sellerOptions.at(-1), buyer: buyerOptions.at(-1) }
  const marginals = new Map<object, number>()
  for (const seller of sellerOptions) {
    for (const buyer of buyerOptions) {
      if (seller.name && seller.name.key === buyer.name?.key) continue
      const mass = seller.probability * buyer.probability
      total += mass
      marginals.set(seller, (marginals.get(seller) ?? 0) + mass)
      marginals.set(buyer, (marginals.get(buyer) ?? 0) + mass)
      if (mass > best.mass) best = { mass, seller, buyer }
    }
  }
  const toRanked = (option: Option | undefined) =>
    option?.name && { ...option.name, probability: (marginals.get(option) ?? 0) / total }
  return { seller: toRanked(best.seller), buyer: toRanked(best.buyer) }
}

interface Option {
  name: RankedCandidate | undefined
  probability: number
}

/** Adds the option that none of the names is the party's. */
function toOptions(names: readonly RankedCandidate[]): Option[] {
  const options = names.slice(0, maxNames).map((name) => ({ name, probability: name.probability }))
  const none = 1 - options.reduce((sum, { probability }) => sum + probability, 0)
  return [...options, { name: undefined, probability: Math.max(none, 1e-9) }]
}
