import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { autoMapping, type Mapping } from '../../domain/mapping/mapping.ts'
import { verifySource } from '../fetch-source.ts'
import { isDocketGateway } from './identify-gateway.ts'
import { type GatewayOptions, readThroughGateway } from './read-through-gateway.ts'
import type { ReadRun, ReadStep } from '../steps/read-document.ts'

interface GatewayDeps extends GatewayOptions {
  mappings: ReadonlyMap<string, Mapping>
}

/** How long a gateway's identity is cached, in milliseconds. */
const identityMs = 60_000

/**
 * Reads documents through the configured gateway, within its concurrency limit and subject to its circuit breaker. Only
 * another Docket understands `auto`, so with any other gateway, the next step reads such documents locally. Unknown
 * mappings are never sent.
 */
export function readWithGateway({ mappings, ...options }: GatewayDeps): ReadStep {
  const send = verifySource(readThroughGateway(options))
  const isDocket = rememberIdentity(options.url)
  return (next) => async (task, run) => {
    const { mapping } = task
    if (mapping === autoMapping.name) {
      if (!(await isDocket(run))) return next(task, run)
    } else if (!mappings.has(mapping)) {
      throw new AppError('UNKNOWN_MAPPING', createDetail('mapping_gone', { mapping }))
    }
    return run.call('gateway', () => send(task, run))
  }
}

/**
 * Caches whether the gateway is another Docket. Keeps the last answer while the gateway is down, so that `auto` still
 * bypasses other gateways.
 */
function rememberIdentity(url: string): (run: ReadRun) => Promise<boolean> {
  let known: { is_docket: boolean; until: number } | undefined
  return async ({ signal, call }) => {
    if (known && performance.now() < known.until) return known.is_docket
    try {
      const is_docket = await call('gateway', () => isDocketGateway(url, signal))
      known = { is_docket, until: performance.now() + identityMs }
      return is_docket
    } catch (error) {
      if (known?.is_docket === false && !signal.aborted) return false
      throw error
    }
  }
}
