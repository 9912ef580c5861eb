import { useDebounced } from '../../browser/use-debounced.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { toAppError } from '../../../domain/errors/app-error.ts'
import { mappingRoutes } from '../../../domain/api/routes/mappings.ts'
import { client } from '../../api/client.ts'
import { useStore } from '../../store/store.ts'
import { trialPdf } from './mapping-edits.ts'
import { parseName } from './mapping-text.ts'

const debounceMs = 500
const retryMs = 2000

interface TrialInput {
  name: string
  yaml: string
  params: Record<string, string>
}

/** Tests the mapping whenever the user stops typing. Without a PDF, only validates the mapping. */
export function useTrial({ name, yaml, params }: TrialInput) {
  const pdf = useStore(trialPdf)
  const debouncedYaml = useDebounced(yaml, debounceMs)
  const paramsJson = JSON.stringify(params)
  const query = useQuery({
    queryKey: ['trial', name, debouncedYaml, paramsJson, pdf?.id],
    queryFn: ({ signal }) => {
      const form = new FormData()
      form.set('yaml', debouncedYaml)
      if (paramsJson !== '{}') form.set('params', paramsJson)
      if (pdf) form.set('file', pdf.file)
      // An edit of the YAML may have renamed the mapping.
      const currentName = parseName(debouncedYaml) ?? name
      const params = { name: currentName }
      return runInTurn(signal, () => client.call(mappingRoutes.tryMapping, { params, form }))
    },
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.error !== null && toAppError(state.error).rule.retry ? retryMs : false,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const error = query.error && toAppError(query.error)
  return {
    pdf,
    trial: query.data,
    /** The error of the test. NO_FILE does not count, because it means that the mapping itself is valid. */
    error: error?.code === 'NO_FILE' ? null : error,
    isSound: error?.code === 'NO_FILE',
    isReading: query.isFetching || debouncedYaml !== yaml,
  }
}

let previousTrial: Promise<unknown> = Promise.resolve()

/**
 * Runs a test after the previous one, because the server runs one per user at a time. Skips tests that are outdated.
 */
function runInTurn<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> {
  const trial = previousTrial.then(() => {
    signal.throwIfAborted()
    return run()
  })
  previousTrial = trial.catch(() => undefined)
  return trial
}
