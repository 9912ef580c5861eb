import { EditorOnly } from '../../api/editor-only.tsx'
import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, Upload } from 'lucide-react'
import { useRef } from 'react'
import type { ImportResponse } from '../../../domain/api/routes/directory.ts'
import { decodeCsv } from './csv-text.ts'
import type { DirectoryTable } from './directory-view.ts'
import { exportUrl, importEntries } from './entries.ts'
import { ImportPreview } from './import-preview.tsx'
import { isXlsx, readXlsx } from './read-xlsx.ts'
import { RejectedRows } from './rejected-rows.tsx'
import { directoryText } from '../../i18n/directory-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { FileInput } from '../../ui/forms/file-input.tsx'

interface CsvToolsProps {
  table: DirectoryTable
  onImported: () => void
}

/** Exports the table, and imports CSV and XLSX files after a preview. */
export function CsvTools({ table, onImported }: CsvToolsProps) {
  return (
    <>
      <a href={exportUrl(table)} download className={buttonClass.small}>
        <Download aria-hidden="true" className="size-4" />
        {directoryText().exportCsv}
      </a>
      <EditorOnly>
        <ImportTools table={table} onImported={onImported} />
      </EditorOnly>
    </>
  )
}

function ImportTools({ table, onImported }: CsvToolsProps) {
  const texts = directoryText()
  const input = useRef<HTMLInputElement>(null)
  const preview = useMutation({
    mutationFn: async (file: File) => {
      const text = await readTable(file)
      return { text, answer: await importEntries(table, text, { dry_run: true }) }
    },
  })
  const importFile = useMutation({
    mutationFn: (text: string) => importEntries(table, text, { dry_run: false }),
    onSuccess() {
      preview.reset()
      onImported()
    },
  })
  const choose = (file: File) => {
    importFile.reset()
    preview.mutate(file)
  }
  return (
    <>
      <ActionButton
        icon={Upload}
        isPending={preview.isPending || importFile.isPending}
        onClick={() => input.current?.click()}
      >
        {texts.importFile}
      </ActionButton>
      <TemplateLink table={table} />
      <FileInput ref={input} accept=".csv,.tsv,.txt,.xlsx,text/csv" onChoose={choose} />
      <ImportError error={preview.error ?? importFile.error} />
      {preview.data && (
        <ImportPreview
          answer={preview.data.answer}
          isPending={importFile.isPending}
          onImport={() => importFile.mutate(preview.data.text)}
          onCancel={preview.reset}
        />
      )}
      {importFile.data && <ImportResult answer={importFile.data} />}
    </>
  )
}

/** Loads an XLSX or CSV file as text. CSV is decoded here, because a browser would send its bytes unchanged. */
async function readTable(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!isXlsx(bytes)) return decodeCsv(bytes)
  return readXlsx(bytes).catch((cause: unknown) => {
    throw new UnreadableTable('The spreadsheet cannot be read', { cause })
  })
}

class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable'
}

function ImportError({ error }: { error: Error | null }) {
  if (!(error instanceof UnreadableTable))
    return <ErrorMessage error={error} className="basis-full text-sm" />
  return (
    <p role="alert" className="basis-full text-sm text-fail">
      {directoryText().import.unreadable}
    </p>
  )
}

const templates: Record<DirectoryTable, string> = {
  parties: 'Nama;NPWP;Alamat;Email;Alias\r\n',
  units: 'Kode;Nama;Alias\r\n',
  goods: 'Kode;Jenis;Satuan;SKU;Kode HS;Uraian\r\n',
}

/**
 * Links to an empty table with the headers that an import recognises. A byte order mark tells Excel that the file is
 * UTF-8.
 */
function TemplateLink({ table }: { table: DirectoryTable }) {
  return (
    <a
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${templates[table]}`)}`}
      download={`${table}-template.csv`}
      className={buttonClass.quiet}
    >
      <FileSpreadsheet aria-hidden="true" className="size-4" />
      {directoryText().import.template}
    </a>
  )
}

function ImportResult({ answer }: { answer: ImportResponse }) {
  return (
    <>
      <output className="basis-full text-sm">{directoryText().imported(answer)}</output>
      <RejectedRows answer={answer} />
    </>
  )
}
