import { dropText } from '../i18n/drop-text.ts'

/** Covers the window while files are dragged over it. */
export default function DropOverlay({ count }: { count: number }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-paper/85 p-4"
    >
      <div className="grid size-full place-items-center rounded-3xl border-3 border-dashed border-accent bg-accent-wash/60 text-center">
        <div>
          <p className="text-3xl font-bold tracking-tight text-accent">{dropText().drop(count)}</p>
          <p className="mt-2 text-lg">{dropText().next}</p>
        </div>
      </div>
    </div>
  )
}
