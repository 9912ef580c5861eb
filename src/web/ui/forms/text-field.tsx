import type { ComponentProps } from 'react'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  /** Classes of the label, which contains the input. */
  className?: string
  onChange?: (text: string) => void
}

/** A text input below its label. */
export function TextField({ label, className = '', onChange, ...props }: TextFieldProps) {
  return (
    <label className={`block ${className}`}>
      <span className="mb-1 block text-sm font-medium">{label}</span>
      <input
        autoComplete="off"
        {...props}
        className="field w-full"
        onChange={onChange && (({ currentTarget }) => onChange(currentTarget.value))}
      />
    </label>
  )
}
