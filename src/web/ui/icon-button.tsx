import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonClass } from './button-class.ts'

interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon
  label: string
  size?: 'size-4' | 'size-4.5' | 'size-5'
}

/** A button with only an icon. Its label is the accessible name and the tooltip. */
export function IconButton({
  icon: Icon,
  label,
  size = 'size-4',
  className = '',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`${buttonClass.icon} ${className}`}
    >
      <Icon aria-hidden="true" className={size} />
    </button>
  )
}
