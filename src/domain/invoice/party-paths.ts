/** Every field of the seller and the buyer that an invoice is read for. */
export const partyPaths = [
  'seller.name',
  'seller.tin',
  'buyer.name',
  'buyer.code',
  'buyer.address',
  'buyer.tin',
] as const
