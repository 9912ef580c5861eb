import { Plus, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { FieldListType } from '../../../domain/fields/field-list.ts'
import { mappingText } from '../../i18n/mapping-text.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import {
  columnTypes,
  createField,
  type FieldDraft,
  type FieldsDraft,
  fieldTypes,
  nextId,
  updateField,
} from './custom-fields-draft.ts'

interface FieldEditorProps {
  draft: FieldsDraft
  onChange: (draft: FieldsDraft) => void
}

/** The form for a list of fields. */
export function FieldEditor({ draft, onChange }: FieldEditorProps) {
  const { customFields: messages } = mappingText()
  const setFields = (fields: FieldDraft[]) => onChange({ ...draft, fields })
  return (
    <form className="grid gap-4" onSubmit={(event) => event.preventDefault()}>
      <ShortField
        label={messages.name}
        hint={messages.nameHint}
        value={draft.title}
        onChange={(title) => onChange({ ...draft, title })}
      />
      <ol className="grid gap-3" aria-label={messages.list}>
        {draft.fields.map((field, index) => (
          <li key={field.id} className="rounded-xl border border-line bg-surface p-3">
            <fieldset className="grid gap-3">
              <legend className="sr-only">{messages.number(index + 1)}</legend>
              <FieldInputs
                field={field}
                types={fieldTypes}
                onChange={(change) => setFields(updateField(draft.fields, field.id, change))}
                onRemove={() => setFields(draft.fields.filter(({ id }) => id !== field.id))}
              />
              {field.type === 'table' && (
                <Columns
                  field={field}
                  newId={nextId(draft)}
                  onChange={(columns) =>
                    setFields(updateField(draft.fields, field.id, { columns }))
                  }
                />
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      <div>
        <AddButton
          label={messages.add}
          onAdd={() => setFields([...draft.fields, createField(nextId(draft))])}
        />
      </div>
    </form>
  )
}

interface ColumnsProps {
  field: FieldDraft
  newId: number
  onChange: (columns: FieldDraft[]) => void
}

function Columns({ field, newId, onChange }: ColumnsProps) {
  const { customFields: messages } = mappingText()
  const { columns } = field
  return (
    <div className="border-l-2 border-line pl-3">
      <p className="pb-2 text-sm font-medium">{messages.columns}</p>
      <ul className="grid gap-3">
        {columns.map((column, index) => (
          <li key={column.id}>
            <fieldset className="grid gap-2">
              <legend className="sr-only">{messages.column(index + 1)}</legend>
              <FieldInputs
                field={column}
                types={columnTypes}
                onChange={(change) => onChange(updateField(columns, column.id, change))}
                onRemove={() => onChange(columns.filter(({ id }) => id !== column.id))}
              />
            </fieldset>
          </li>
        ))}
      </ul>
      <div className="pt-2">
        <AddButton
          label={messages.addColumn}
          onAdd={() => onChange([...columns, createField(newId)])}
        />
      </div>
    </div>
  )
}

interface FieldInputsProps {
  field: FieldDraft
  types: readonly FieldListType[]
  onChange: (change: Partial<FieldDraft>) => void
  onRemove: () => void
}

function FieldInputs({ field, types, onChange, onRemove }: FieldInputsProps) {
  const { customFields: messages } = mappingText()
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <ShortField
        label={messages.field}
        value={field.name}
        onChange={(name) => onChange({ name })}
      />
      <label className="block min-w-0">
        <span className="mb-1 block text-sm font-medium">{messages.type}</span>
        <select
          className="field w-full"
          value={field.type}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value as FieldListType })}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {messages.types[type] ?? type}
            </option>
          ))}
        </select>
      </label>
      <ShortField
        label={messages.labels}
        hint={messages.labelsHint}
        value={field.labels}
        onChange={(labels) => onChange({ labels })}
      />
      <ShortField
        label={messages.hint}
        value={field.hint}
        onChange={(hint) => onChange({ hint })}
      />
      <div className="sm:col-span-2">
        <ActionButton icon={Trash2} look="secondary" onClick={onRemove}>
          {messages.remove(field.name)}
        </ActionButton>
      </div>
    </div>
  )
}

/** A text field with the maximum length of names, labels and hints. */
function ShortField(props: ComponentProps<typeof TextField>) {
  return <TextField className="min-w-0" maxLength={100} {...props} />
}

function AddButton({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <ActionButton icon={Plus} look="secondary" onClick={onAdd}>
      {label}
    </ActionButton>
  )
}
