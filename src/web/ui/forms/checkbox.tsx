interface CheckboxProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  /** Classes for size and position. */
  className?: string
}

/** A checkbox. Place it inside its label. */
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
