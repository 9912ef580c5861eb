import { type ComponentProps, useId } from 'react'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  /** Help text shown below the input. */
  hint?: string
  /** Classes for the element around the label and the input. */
  className?: string
  onChange?: (text: string) => void
}

/** A text input with its label above. */
export function TextField({ label, hint, className = '', onChange, ...props }: TextFieldProps) {
  const hintId = useId()
  return (
    <div className={className}>
      <label className="block">
        <span className="mb-1 block text-sm font-medium">{label}</span>
        <input
          autoComplete="off"
          aria-describedby={hint === undefined ? undefined : hintId}
          {...props}
          className="field w-full"
          onChange={onChange && (({ currentTarget }) => onChange(currentTarget.value))}
        />
      </label>
      {hint !== undefined && (
        <p id={hintId} className="pt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
