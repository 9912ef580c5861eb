import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { adminRoutes } from '../../../domain/api/routes/admin/admin.ts'
import { adminText } from '../../i18n/admin-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { callAsAdmin } from './admin-request.ts'
import { MutationButton } from '../../ui/action-button.tsx'

/** Shows what retention would delete, and deletes it after confirmation. */
export function Cleanup() {
  const { cleanup: messages } = adminText()
  const preview = useMutation({
    mutationFn: () => callAsAdmin(adminRoutes.runCleanup, { body: { dry_run: true } }),
  })
  const run = useMutation({
    mutationFn: () => callAsAdmin(adminRoutes.runCleanup, { body: { dry_run: false } }),
    onSuccess: () => preview.reset(),
  })
  const due = preview.data
  const hasDue = due !== undefined && Object.values(due).some((count) => count > 0)
  const error = preview.error ?? run.error
  return (
    <PageSection heading={messages.heading}>
      <p className="pb-3 text-ink-soft">{messages.lead}</p>
      <div className="flex flex-wrap items-center gap-3">
        <button
          type="button"
          className={buttonClass.secondary}
          disabled={preview.isPending}
          onClick={() => {
            run.reset()
            preview.mutate()
          }}
        >
          {messages.preview}
        </button>
        {hasDue && (
          <MutationButton icon={Trash2} look="secondary" mutation={run}>
            {messages.run}
          </MutationButton>
        )}
      </div>
      <output className="block pt-2">
        {due && (hasDue ? messages.due(due) : messages.nothing)}
        {run.isSuccess && !due && messages.done}
      </output>
      <ErrorMessage error={error} />
    </PageSection>
  )
}
