import { useMutation } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { teamRoutes } from '../../../domain/api/routes/teams.ts'
import type { Role } from '../../../domain/values/permissions.ts'
import { client } from '../../api/client.ts'
import { accountText } from '../../i18n/account-text.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { RoleSelect } from './role-select.tsx'
import { MutationButton } from '../../ui/action-button.tsx'

/** Creates an invitation link, which is shown once. */
export function InviteForm() {
  const [role, setRole] = useState<Role>('member')
  const invite = useMutation({
    mutationFn: () => client.call(teamRoutes.invite, { body: { role } }),
  })
  const { team: text } = accountText()
  const url = invite.data && window.location.origin + invite.data.path
  return (
    <div className="pt-5">
      <h3 className="pb-2 font-semibold">{text.invite}</h3>
      <div className="flex flex-wrap items-center gap-3">
        <RoleSelect label={text.inviteAs} role={role} onChange={setRole} />
        <MutationButton icon={UserPlus} look="secondary" mutation={invite}>
          {text.createLink}
        </MutationButton>
      </div>
      <p className="pt-2 text-sm text-ink-soft">{text.roleHints[role]}</p>
      {invite.data && url !== undefined && (
        <div role="alert" className="mt-3 rounded-xl bg-accent-wash px-4 py-3">
          <p className="font-medium">{text.linkOnce(formatDayAndTime(invite.data.expires_at))}</p>
          <p className="flex flex-wrap items-center gap-3 pt-2">
            <code className="wrap-anywhere">{url}</code>
            <CopyButton label={text.copyLink} text={url} />
          </p>
        </div>
      )}
      <ErrorMessage error={invite.error} className="pt-2 text-sm" />
    </div>
  )
}
