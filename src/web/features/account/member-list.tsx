import { useMutation } from '@tanstack/react-query'
import { teamRoutes, type Member, type Team } from '../../../domain/api/routes/teams.ts'
import type { Role } from '../../../domain/values/permissions.ts'
import { client } from '../../api/client.ts'
import { accountText } from '../../i18n/account-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { RoleSelect } from './role-select.tsx'

interface MemberListProps {
  team: Team
  isOwner: boolean
  onChange: (team: Team) => void
}

/** Lists the members. Owners can change roles and remove members; every member can leave the team. */
export function MemberList({ team, isOwner, onChange }: MemberListProps) {
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) =>
      client.call(teamRoutes.changeRole, { params: { id }, body: { role } }),
    onSuccess: onChange,
  })
  const remove = useMutation({
    mutationFn: async (member: Member) => {
      await client.call(teamRoutes.removeMember, { params: { id: member.id } })
      // Leaving a team also signs the user out.
      if (member.is_you) window.location.assign('/sign-in')
      else onChange({ ...team, members: team.members.filter(({ id }) => id !== member.id) })
    },
  })
  return (
    <>
      <ul
        aria-label={accountText().team.members}
        className="divide-y divide-line rounded-xl border border-line bg-surface"
      >
        {team.members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isOwner={isOwner}
            // A team's only member cannot leave, but can delete the team.
            canRemove={team.members.length > 1 && (isOwner || member.is_you)}
            onRole={(role) => change.mutate({ id: member.id, role })}
            onRemove={() => remove.mutate(member)}
          />
        ))}
      </ul>
      <ErrorMessage error={change.error ?? remove.error} className="pt-2 text-sm" />
    </>
  )
}

interface MemberRowProps {
  member: Member
  isOwner: boolean
  canRemove: boolean
  onRole: (role: Role) => void
  onRemove: () => void
}

function MemberRow({ member, isOwner, canRemove, onRole, onRemove }: MemberRowProps) {
  const { name, email, role, is_you } = member
  const { team: text } = accountText()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">{is_you ? text.you(name) : name}</p>
        {email !== null && <p className="text-sm wrap-anywhere text-ink-soft">{email}</p>}
      </div>
      {isOwner ? (
        <RoleSelect label={text.roleOf(name)} role={role} onChange={onRole} />
      ) : (
        <span className="text-ink-soft">{text.roles[role]}</span>
      )}
      {canRemove && (
        <button
          type="button"
          aria-label={is_you ? text.leave : text.removeLabel(name)}
          className={buttonClass.small}
          onClick={onRemove}
        >
          {is_you ? text.leave : text.remove}
        </button>
      )}
    </li>
  )
}
