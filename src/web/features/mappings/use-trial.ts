import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toAppError } from '../../../domain/errors/errors.ts'
import { mappingRoutes } from '../../../domain/api/routes/mappings.ts'
import { client } from '../../api/client.ts'
import { useStore } from '../../store/store.ts'
import { trialPdf } from './mapping-edits.ts'
import { parseName } from './mapping-text.ts'

const debounceMs = 500
const retryMs = 5000

interface TrialInput {
  name: string
  yaml: string
  params: Record<string, string>
}

/** Tries the mapping with the chosen PDF whenever a person pauses; without one, it is only checked for mistakes. */
export function useTrial({ name, yaml, params }: TrialInput) {
  const pdf = useStore(trialPdf)
  const debouncedYaml = useDebounced(yaml)
  const paramsJson = JSON.stringify(params)
  const query = useQuery({
    queryKey: ['trial', name, debouncedYaml, paramsJson, pdf?.id],
    queryFn: ({ signal }) => {
      const form = new FormData()
      form.set('yaml', debouncedYaml)
      if (paramsJson !== '{}') form.set('params', paramsJson)
      if (pdf) form.set('file', pdf.file)
      // A mapping is known by the name that it gives itself.
      const known = parseName(debouncedYaml) ?? name
      return client.call(mappingRoutes.tryMapping, { params: { name: known }, form, signal })
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
    /** Where no PDF came along, the server says so once the mapping itself is found right. */
    error: error?.code === 'NO_FILE' ? null : error,
    isSound: error?.code === 'NO_FILE',
    isReading: query.isFetching || debouncedYaml !== yaml,
  }
}

function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
