interface NumberSelectProps {
  value: number
  choices: readonly number[]
  format: (choice: number) => string
  onChange: (choice: number) => void
}

/** A choice between numbers. Place it inside its label. */
export function NumberSelect({ value, choices, format, onChange }: NumberSelectProps) {
  return (
    <select
      className="field"
      value={value}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {format(choice)}
        </option>
      ))}
    </select>
  )
}
