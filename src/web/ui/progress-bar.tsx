import { formatPercent } from '../i18n/format.ts'

/** A progress bar. `fraction` is between 0 and 1. */
export function ProgressBar({ label, fraction }: { label: string; fraction: number }) {
  return (
    <progress className="bar" aria-label={label} max={100} value={Math.round(fraction * 100)}>
      {formatPercent(fraction)}
    </progress>
  )
}
