/** One entry in `Accept`, such as `application/*;q=0.5`. */
interface AcceptRange {
  type: string
  quality: number
}

/**
 * Negotiates content: returns the offers that `Accept` or `Accept-Encoding` allows, most preferred first. Keeps the
 * order of equally preferred offers.
 */
export function negotiate(accept: string | undefined, offers: readonly string[]): string[] {
  const ranges = (accept ?? '*/*').split(',').map(toRange)
  const quality = (offer: string) => findMostSpecific(ranges, offer)?.quality ?? 0
  return offers.filter((offer) => quality(offer) > 0).toSorted((a, b) => quality(b) - quality(a))
}

function toRange(text: string): AcceptRange {
  const [type = '', ...params] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = params.find((param) => param.startsWith('q='))
  const quality = q === undefined ? 1 : Number(q.slice(2))
  return { type, quality: Number.isNaN(quality) ? 0 : quality }
}

function findMostSpecific(ranges: AcceptRange[], offer: string): AcceptRange | undefined {
  const candidates = [offer, offer.replace(/\/.*/, '/*'), '*/*', '*']
  return candidates
    .map((candidate) => ranges.find(({ type }) => type === candidate))
    .find((range) => range !== undefined)
}
