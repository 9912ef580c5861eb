import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { type AppError, toAppError } from '../../../domain/errors/errors.ts'
import { decodeCsv } from './csv-text.ts'
import type { Table } from './directory-view.ts'
import { exportUrl, importEntries } from './entries.ts'
import { faultText } from '../../i18n/message-text.ts'
import { directoryWords } from '../../i18n/directory-words.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'

/** CSV export and import; an import is all or nothing and lists every invalid line. */
export function CsvTools({ table, onImported }: { table: Table; onImported: () => void }) {
  const messages = directoryWords()
  const input = useRef<HTMLInputElement>(null)
  const importFile = useMutation({
    mutationFn: async (file: File) =>
      importEntries(table, decodeCsv(new Uint8Array(await file.arrayBuffer()))),
    onSuccess: onImported,
  })
  return (
    <>
      <a href={exportUrl(table)} download className={buttonClass.small}>
        <Download aria-hidden="true" className="size-4" />
        {messages.exportCsv}
      </a>
      <button
        type="button"
        className={buttonClass.small}
        disabled={importFile.isPending}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden="true" className="size-4" />
        {messages.importCsv}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) importFile.mutate(file)
          // Allows choosing the corrected file again.
          currentTarget.value = ''
        }}
      />
      <output className="basis-full text-sm empty:hidden">
        {importFile.isPending && messages.importing}
        {importFile.data && messages.imported(importFile.data)}
      </output>
      {importFile.error && <ImportErrors error={toAppError(importFile.error)} />}
    </>
  )
}

function ImportErrors({ error }: { error: AppError }) {
  const messages = directoryWords()
  const { code, errors } = error
  if (code !== 'INVALID_IMPORT' || !errors) {
    return (
      <p role="alert" className="basis-full text-sm text-fail">
        <ErrorText error={error} />
      </p>
    )
  }
  return (
    <div role="alert" className="basis-full rounded-xl bg-fail-wash px-4 py-3 text-sm text-fail">
      <p className="pb-1 font-medium">{messages.notImported(errors.length)}</p>
      <ScrollArea label={messages.faultList} className="max-h-52">
        <dl>
          {errors.map((fault) => (
            <div key={`${fault.pointer} ${fault.detail}`} className="flex gap-3 py-0.5">
              <dt className="w-20 shrink-0 font-medium">{messages.line(fault.pointer.slice(1))}</dt>
              <dd className="wrap-anywhere">{faultText(fault)}</dd>
            </div>
          ))}
        </dl>
      </ScrollArea>
    </div>
  )
}
