import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from './button-class.ts'

interface ButtonProps {
  icon?: LucideIcon
  look?: Exclude<keyof typeof buttonClass, 'icon'>
  children: ReactNode
}

interface LabelledButtonProps extends ButtonProps {
  /** Accessible name, if it says more than the text. */
  label?: string
}

interface ActionButtonProps extends LabelledButtonProps {
  /** Disables the button, for example while a request runs. */
  isPending?: boolean
  onClick: () => void
}

export function ActionButton({
  icon,
  look = 'small',
  isPending = false,
  label,
  onClick,
  children,
}: ActionButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass[look]}
      aria-label={label}
      disabled={isPending}
      onClick={onClick}
    >
      <ButtonIcon icon={icon} />
      {children}
    </button>
  )
}

interface MutationButtonProps extends LabelledButtonProps {
  mutation: { isPending: boolean; mutate: () => void }
}

/** A button that starts a request and is disabled while the request runs. */
export function MutationButton({ mutation, ...props }: MutationButtonProps) {
  return (
    <ActionButton {...props} isPending={mutation.isPending} onClick={() => mutation.mutate()} />
  )
}

interface ConfirmButtonsProps extends Pick<MutationButtonProps, 'mutation'> {
  confirm: string
  cancel: string
  onCancel: () => void
  className?: string
}

/** Confirm and cancel buttons for a question, such as whether to delete something. */
export function ConfirmButtons(props: ConfirmButtonsProps) {
  const { mutation, confirm, cancel, onCancel, className = 'gap-3 pt-5' } = props
  return (
    <div className={`flex flex-wrap ${className}`}>
      <MutationButton look="primary" mutation={mutation}>
        {confirm}
      </MutationButton>
      <ActionButton look="secondary" onClick={onCancel}>
        {cancel}
      </ActionButton>
    </div>
  )
}

interface SubmitButtonProps extends ButtonProps {
  isDisabled?: boolean
  className?: string
}

export function SubmitButton({
  icon,
  look = 'secondary',
  isDisabled = false,
  className = '',
  children,
}: SubmitButtonProps) {
  return (
    <button type="submit" className={`${buttonClass[look]} ${className}`} disabled={isDisabled}>
      <ButtonIcon icon={icon} />
      {children}
    </button>
  )
}

interface FormButtonsProps {
  submit: string
  cancel: string
  isDisabled: boolean
  onCancel: () => void
  className?: string
}

/** Buttons that submit or cancel a form. */
export function FormButtons(props: FormButtonsProps) {
  const { submit, cancel, isDisabled, onCancel, className = '' } = props
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      <SubmitButton look="primary" isDisabled={isDisabled}>
        {submit}
      </SubmitButton>
      <ActionButton look="secondary" onClick={onCancel}>
        {cancel}
      </ActionButton>
    </div>
  )
}

function ButtonIcon({ icon: Icon }: { icon: LucideIcon | undefined }) {
  return Icon && <Icon aria-hidden="true" className="size-4" />
}
