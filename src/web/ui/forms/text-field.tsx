import { type ComponentProps, useId } from 'react'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  /** Explains the field below the input. */
  hint?: string
  /** Classes for the wrapper around the label and input. */
  className?: string
  onChange?: (text: string) => void
}

/** A text input below its label. */
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
