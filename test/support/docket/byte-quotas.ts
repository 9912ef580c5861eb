import { memoryStore } from '../../../src/cache/store.ts'
import type { Db } from '../../../src/db/db.ts'
import type { ByteLimits } from '../../../src/domain/api/byte-usage.ts'
import { type ByteQuotas, createByteQuotas } from '../../../src/intake/byte-quotas.ts'

export const unlimitedBytes: ByteLimits = {
  per_day: 2 ** 50,
  per_day_and_address: 2 ** 50,
  stored: 2 ** 50,
  stored_and_address: 2 ** 50,
}

export function createUnlimitedByteQuotas(db: Db): ByteQuotas {
  return createByteQuotas({
    db,
    store: memoryStore(),
    limits: unlimitedBytes,
    freeBytes: async () => 2 ** 50,
    minFreeBytes: 0,
  })
}
