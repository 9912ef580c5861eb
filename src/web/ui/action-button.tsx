import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from './button-class.ts'
import { ErrorMessage } from './error-message.tsx'

interface ButtonProps {
  icon?: LucideIcon
  look?: Exclude<keyof typeof buttonClass, 'icon'>
  children: ReactNode
}

interface LabelledButtonProps extends ButtonProps {
  /** Accessible name, if it differs from the text. */
  label?: string
}

interface ActionButtonProps extends LabelledButtonProps {
  /** True to disable the button, for example while a request runs. */
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

interface CancelProps {
  cancel: string
  onCancel: () => void
  className?: string
}

/** A row with a main button and a cancel button. */
function ButtonsWithCancel(props: CancelProps & { children: ReactNode }) {
  const { cancel, onCancel, className = '', children } = props
  return (
    <div className={`flex flex-wrap ${className}`}>
      {children}
      <ActionButton look="secondary" onClick={onCancel}>
        {cancel}
      </ActionButton>
    </div>
  )
}

interface ConfirmButtonsProps extends CancelProps {
  mutation: MutationButtonProps['mutation'] & { error: unknown }
  confirm: string
  errorClassName?: string
}

/** Shows the error of a request, and buttons that confirm or cancel, for example a deletion. */
export function ConfirmButtons(props: ConfirmButtonsProps) {
  const { mutation, confirm, errorClassName = 'pt-2', className = 'gap-3 pt-5', ...row } = props
  return (
    <>
      <ErrorMessage error={mutation.error} className={errorClassName} />
      <ButtonsWithCancel {...row} className={className}>
        <MutationButton look="primary" mutation={mutation}>
          {confirm}
        </MutationButton>
      </ButtonsWithCancel>
    </>
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

interface FormButtonsProps extends CancelProps {
  submit: string
  isDisabled: boolean
}

/** Buttons that submit or cancel a form. */
export function FormButtons({ submit, isDisabled, className = '', ...row }: FormButtonsProps) {
  return (
    <ButtonsWithCancel {...row} className={`gap-3 ${className}`}>
      <SubmitButton look="primary" isDisabled={isDisabled}>
        {submit}
      </SubmitButton>
    </ButtonsWithCancel>
  )
}

function ButtonIcon({ icon: Icon }: { icon: LucideIcon | undefined }) {
  return Icon && <Icon aria-hidden="true" className="size-4" />
}
