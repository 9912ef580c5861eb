/** Every seller and buyer field that is read from an invoice. */
export const partyPaths = [
  'seller.name',
  'seller.tin',
  'buyer.name',
  'buyer.code',
  'buyer.address',
  'buyer.tin',
] as const
