import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { directoryRoutes } from '../../../domain/api/routes/directory.ts'
import { client } from '../../api/client.ts'
import { refetch } from '../../api/refetch.ts'
import { companyName } from '../../browser/preferences.ts'
import { faultSentence, faultText } from '../../i18n/message-text.ts'
import { toAppError } from '../../../domain/errors/app-error.ts'
import { settingsText } from '../../i18n/settings-text.ts'
import { useStore } from '../../store/store.ts'
import { announce } from '../../ui/announcements.ts'
import { showToast } from '../../ui/toasts.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import {
  type CompanyForm,
  emptyCompany,
  findCompanyFaults,
  type KnownCompany,
  toCompanyForm,
  toParty,
} from './company-form.ts'
import { SubmitButton } from '../../ui/action-button.tsx'

const maxChoices = 20

/** Shows the user's own company, the directory entry that is filed as the seller. */
export function MyCompany() {
  const saved = useStore(companyName)
  const { data, isPending } = useCompanies(saved)
  const known = data?.find(({ name }) => name === saved)
  if (isPending) return <p className="text-ink-soft">{settingsText().company.loading}</p>
  return <CompanyEditor key={known?.id ?? ''} known={known} />
}

const companiesKey = (q: string) => ['my-company', q]

/** Returns the companies in the directory whose name matches. */
function useCompanies(q: string) {
  return useQuery({
    queryKey: companiesKey(q),
    queryFn: async ({ signal }): Promise<KnownCompany[]> => {
      const query = { ...(q.trim() !== '' && { q: q.trim() }), limit: maxChoices }
      return (await client.call(directoryRoutes.listParties, { query, signal })).entries
    },
    placeholderData: (before) => before,
  })
}

function CompanyEditor({ known }: { known: KnownCompany | undefined }) {
  const listId = useId()
  const [form, setForm] = useState(() => (known ? toCompanyForm(known) : emptyCompany))
  const { data: choices = [] } = useCompanies(form.name)
  const entry = choices.find(({ name }) => name.toLowerCase() === form.name.trim().toLowerCase())
  const faults = findCompanyFaults(form)
  const save = useSaveCompany(entry)
  const error = save.error && toAppError(save.error)
  const { fields, hint, save: saveText } = settingsText().company

  function change(key: keyof CompanyForm, value: string): void {
    save.reset()
    // Selecting a company from the directory fills in the other fields.
    const picked = key === 'name' ? choices.find(({ name }) => name === value) : undefined
    setForm(picked ? toCompanyForm(picked) : { ...form, [key]: value })
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (Object.keys(faults).length === 0) save.mutate(form)
  }

  return (
    <form noValidate className="max-w-md space-y-3" onSubmit={submit}>
      <p className="text-ink-soft">{hint}</p>
      {(Object.keys(emptyCompany) as (keyof CompanyForm)[]).map((key) => (
        <CompanyField
          key={key}
          label={fields[key]}
          value={form[key]}
          fault={form[key] === '' ? undefined : faults[key]}
          list={key === 'name' ? listId : undefined}
          onChange={(value) => change(key, value)}
        />
      ))}
      <datalist id={listId}>
        {choices.map(({ id, name, tin }) => (
          <option key={id} value={name}>
            {tin}
          </option>
        ))}
      </datalist>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton isDisabled={save.isPending || Object.keys(faults).length > 0}>
          {saveText}
        </SubmitButton>
      </div>
      {error && (
        <p role="alert" className="text-sm text-fail">
          {error.errors?.[0] ? (
            faultSentence(faultText(error.errors[0]))
          ) : (
            <ErrorText error={error} />
          )}
        </p>
      )}
    </form>
  )
}

function useSaveCompany(entry: KnownCompany | undefined) {
  return useMutation({
    mutationFn: async (form: CompanyForm) => {
      const body = toParty(form)
      return entry
        ? client.call(directoryRoutes.editParty, { params: { id: entry.id }, body })
        : client.call(directoryRoutes.createParty, { body })
    },
    onSuccess: async ({ name }) => {
      companyName.set(name)
      showToast({ text: settingsText().company.saved })
      announce(settingsText().company.saved)
      await refetch(companiesKey(name))
    },
  })
}

interface CompanyFieldProps {
  label: string
  value: string
  fault: string | undefined
  list: string | undefined
  onChange: (value: string) => void
}

function CompanyField({ label, value, fault, list, onChange }: CompanyFieldProps) {
  const noteId = useId()
  return (
    <div>
      <label className="block text-sm font-medium">
        {label}
        <input
          type="text"
          autoComplete="off"
          className="field mt-1 w-full"
          value={value}
          {...(list !== undefined && { list })}
          aria-invalid={fault !== undefined}
          aria-describedby={noteId}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
      <p id={noteId} className="pt-0.5 text-sm text-fail empty:hidden">
        {fault}
      </p>
    </div>
  )
}
