import { EditorOnly } from '../../api/editor-only.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { rateRoutes } from '../../../domain/api/routes/rates.ts'
import type { ExchangeRate } from '../../../domain/invoice/exchange-rate.ts'
import { client } from '../../api/client.ts'
import { refetch } from '../../api/refetch.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { formatDate } from '../../i18n/format.ts'
import { formatDecimalText } from '../../i18n/locale/decimal-text.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { decodeCsv } from './csv-text.ts'
import { RateForm } from './rate-form.tsx'
import { FileInput } from '../../ui/forms/file-input.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { LoadStatus } from '../../ui/load-failure.tsx'

const queryKey = ['rates']

/** Shows weekly exchange rates for foreign currencies. Each rate is entered or imported once. */
export function ExchangeRates() {
  const messages = directoryText()
  const {
    data,
    error,
    refetch: reload,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(rateRoutes.listRates, { signal }),
  })
  if (!data) return <LoadStatus words={messages} error={error} onRetry={reload} />
  return (
    <>
      <EditorOnly>
        <RateForm onSaved={() => void refetch(queryKey)} />
        <ImportRates />
      </EditorOnly>
      {data.rates.length === 0 ? (
        <p className="rounded-xl border border-dashed border-edge px-6 py-12 text-center text-ink-soft">
          {messages.rates.none}
        </p>
      ) : (
        <RateTable rates={data.rates} />
      )}
    </>
  )
}

function RateTable({ rates }: { rates: readonly ExchangeRate[] }) {
  const { rates: texts } = directoryText()
  const remove = useMutation({
    mutationFn: ({ currency, valid_from }: ExchangeRate) =>
      client.call(rateRoutes.deleteRate, { params: { currency, valid_from } }),
    onSuccess: () => refetch(queryKey),
  })
  return (
    <>
      <ErrorMessage error={remove.error} className="pb-2 text-sm" />
      <ul
        aria-label={texts.list}
        className="divide-y divide-line rounded-xl border border-line bg-surface"
      >
        {rates.map((rate) => (
          <li
            key={`${rate.currency} ${rate.valid_from}`}
            className="flex min-h-12 items-center gap-x-4 px-4 py-1"
          >
            <div className="flex min-w-0 flex-1 flex-wrap gap-x-6">
              <span className="min-w-40 flex-1">{texts.week(formatDate(rate.valid_from))}</span>
              <span className="tabular-nums">
                {texts.value(`${rate.units} ${rate.currency}`, formatDecimalText(rate.rate))}
              </span>
            </div>
            <EditorOnly>
              <IconButton
                icon={Trash2}
                label={texts.remove(rate.currency, formatDate(rate.valid_from))}
                onClick={() => remove.mutate(rate)}
              />
            </EditorOnly>
          </li>
        ))}
      </ul>
    </>
  )
}

function ImportRates() {
  const { rates: texts } = directoryText()
  const input = useRef<HTMLInputElement>(null)
  const importFile = useMutation({
    mutationFn: async (file: File) =>
      client.call(rateRoutes.importRates, {
        text: decodeCsv(new Uint8Array(await file.arrayBuffer())),
      }),
    onSuccess: () => refetch(queryKey),
  })
  return (
    <div className="flex flex-wrap items-center gap-3 pb-4">
      <ActionButton
        icon={Upload}
        isPending={importFile.isPending}
        onClick={() => input.current?.click()}
      >
        {texts.import}
      </ActionButton>
      <span className="text-sm text-ink-soft">{texts.importHint}</span>
      <ErrorMessage error={importFile.error} className="basis-full text-sm" />
      <FileInput ref={input} accept=".csv,text/csv" onChoose={importFile.mutate} />
    </div>
  )
}
