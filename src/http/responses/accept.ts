/** A type that a sender takes, from `Accept`: `application/*;q=0.5`. */
interface Range {
  type: string
  quality: number
}

/** The types, or codings, on offer that `Accept`, or `Accept-Encoding`, allows, the best first; of equals, in the order of the offer. */
export function acceptable(accept: string | undefined, offers: readonly string[]): string[] {
  const ranges = (accept ?? '*/*').split(',').map(toRange)
  const quality = (offer: string) => mostSpecific(ranges, offer)?.quality ?? 0
  return offers.filter((offer) => quality(offer) > 0).toSorted((a, b) => quality(b) - quality(a))
}

function toRange(text: string): Range {
  const [type = '', ...params] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = params.find((param) => param.startsWith('q='))
  const quality = q === undefined ? 1 : Number(q.slice(2))
  return { type, quality: Number.isNaN(quality) ? 0 : quality }
}

function mostSpecific(ranges: Range[], offer: string): Range | undefined {
  const candidates = [offer, offer.replace(/\/.*/, '/*'), '*/*', '*']
  return candidates
    .map((candidate) => ranges.find(({ type }) => type === candidate))
    .find((range) => range !== undefined)
}
