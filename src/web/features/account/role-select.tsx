import type { Role } from '../../../domain/values/permissions.ts'
import { accountText } from '../../i18n/account-text.ts'

const roles = Object.keys({ owner: 0, member: 0, viewer: 0 } satisfies Record<Role, 0>) as Role[]

interface RoleSelectProps {
  label: string
  role: Role
  onChange: (role: Role) => void
}

export function RoleSelect({ label, role, onChange }: RoleSelectProps) {
  return (
    <select
      className="field"
      aria-label={label}
      value={role}
      onChange={({ currentTarget }) => {
        const chosen = roles.find((one) => one === currentTarget.value)
        if (chosen) onChange(chosen)
      }}
    >
      {roles.map((one) => (
        <option key={one} value={one}>
          {accountText().team.roles[one]}
        </option>
      ))}
    </select>
  )
}
