interface CheckboxProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  /** Size and position classes. */
  className?: string
}

/** A checkbox; place it inside its label. */
export function Checkbox({ isChecked, onChange, className = 'size-4.5' }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      className={`accent-accent ${className}`}
      checked={isChecked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
