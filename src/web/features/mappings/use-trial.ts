import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toAppError } from '../../../domain/errors/errors.ts'
import { mappingRoutes } from '../../../domain/api/routes/mappings.ts'
import { client } from '../../api/client.ts'
import { useStore } from '../../store/store.ts'
import { chosenPdf } from './mapping-edits.ts'
import { nameIn } from './mapping-text.ts'

const pauseMs = 500
const askAgainMs = 5000

interface Tried {
  name: string
  yaml: string
  params: Record<string, string>
}

/** Tries the mapping with the chosen PDF whenever a person pauses; without one, it is only checked for mistakes. */
export function useTrial({ name, yaml, params }: Tried) {
  const pdf = useStore(chosenPdf)
  const settled = useSettled(yaml)
  const given = JSON.stringify(params)
  const query = useQuery({
    queryKey: ['trial', name, settled, given, pdf?.id],
    queryFn: ({ signal }) => {
      const form = new FormData()
      form.set('yaml', settled)
      if (given !== '{}') form.set('params', given)
      if (pdf) form.set('file', pdf.file)
      // A mapping is known by the name that it gives itself.
      const known = nameIn(settled) ?? name
      return client.call(mappingRoutes.tryMapping, { params: { name: known }, form, signal })
    },
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.error !== null && toAppError(state.error).rule.retry ? askAgainMs : false,
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
    isReading: query.isFetching || settled !== yaml,
  }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
