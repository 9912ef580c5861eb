import {
  BookUser,
  CircleCheck,
  CircleX,
  GraduationCap,
  type LucideIcon,
  Pencil,
  TriangleAlert,
  UserCheck,
} from 'lucide-react'
import type { FieldStatus } from './field-status.ts'
import { reviewText } from '../../../i18n/review-text.ts'

export const statusStyles: Record<
  FieldStatus,
  { icon: LucideIcon | undefined; text: string; field: string; box: string }
> = {
  failed: {
    icon: CircleX,
    text: 'text-fail',
    field: 'border-fail bg-fail-wash',
    box: 'fill-fail/15 stroke-fail',
  },
  to_check: {
    icon: TriangleAlert,
    text: 'text-doubt',
    field: 'border-doubt bg-manila',
    box: 'fill-doubt/15 stroke-doubt',
  },
  changed: {
    icon: Pencil,
    text: 'text-accent',
    field: 'border-accent',
    box: 'fill-accent/10 stroke-accent',
  },
  confirmed: {
    icon: UserCheck,
    text: 'text-accent',
    field: 'border-accent',
    box: 'fill-accent/10 stroke-accent',
  },
  learned: {
    icon: GraduationCap,
    text: 'text-accent',
    field: 'border-accent border-dashed',
    box: 'fill-accent/10 stroke-accent',
  },
  proved: {
    icon: CircleCheck,
    text: 'text-done',
    field: 'border-line',
    box: 'fill-transparent stroke-done/40 hover:fill-done/15',
  },
  directory: {
    icon: BookUser,
    text: 'text-accent',
    field: 'border-accent border-dashed',
    box: 'fill-accent/10 stroke-accent',
  },
  empty: {
    icon: undefined,
    text: 'text-ink-soft',
    field: 'border-line',
    box: 'fill-transparent stroke-transparent',
  },
  read: {
    icon: undefined,
    text: 'text-ink-soft',
    field: 'border-line',
    box: 'fill-transparent stroke-transparent hover:fill-accent/10 hover:stroke-accent',
  },
}

/** Marks a field's status with an icon, because colour must not be the only signal. */
export function FieldStatusMark({ status }: { status: FieldStatus }) {
  const { icon: Icon, text } = statusStyles[status]
  const name = reviewText().fieldStatus[status]
  return (
    <span title={name} className={`inline-flex shrink-0 ${text}`}>
      {Icon && <Icon aria-hidden="true" className="size-3.5" />}
    </span>
  )
}
