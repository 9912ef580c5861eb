import { useMemo } from 'react'
import type { FieldsReading } from '../../../domain/fields/fields-reading.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { PageSection } from '../../ui/page-section.tsx'
import { Field } from './fields/field.tsx'
import { FieldList } from './fields/field-list.tsx'
import { listCustomParts, type CustomValue } from './fields/custom-fields.ts'
import { DocumentReasons } from './fields/reasons.tsx'

/** Shows the custom fields of a document: single values first, then a section for each list. */
export function FieldsForm({ reading }: { reading: FieldsReading }) {
  const { schema, data } = reading
  const parts = useMemo(() => listCustomParts({ schema, data }), [schema, data])
  const values = parts.flatMap((part) => ('rows' in part ? [] : part.values))
  const lists = parts.flatMap((part) => ('rows' in part ? [part] : []))
  return (
    <>
      <PageSection heading={reviewText().customFields}>
        <div className="pb-3 text-sm">
          <DocumentReasons />
        </div>
        <Values values={values} />
      </PageSection>
      {lists.map(({ heading, path, rows }) => (
        <PageSection key={path} heading={heading}>
          <FieldList
            path={path}
            count={rows.length}
            estimatedHeight={90}
            render={(index) => (
              <div className="px-3 pt-2 pb-3">
                <Values values={rows[index] ?? []} />
              </div>
            )}
          />
        </PageSection>
      ))}
    </>
  )
}

function Values({ values }: { values: readonly CustomValue[] }) {
  return (
    <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
      {values.map(({ path, kind, label }) => (
        <Field key={path} path={path} kind={kind} label={label} />
      ))}
    </div>
  )
}
