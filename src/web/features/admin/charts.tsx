import { useId } from 'react'

interface Bar {
  /** Text of the tooltip. */
  title: string
  /** Parts of the bar, from the bottom up. */
  parts: { value: number; className: string }[]
}

const height = 100

/** A stacked bar chart. `label` describes it to screen readers. */
export function BarChart({ label, bars }: { label: string; bars: Bar[] }) {
  const max = Math.max(1, ...bars.map(({ parts }) => sumParts(parts)))
  const width = 10
  return (
    <ChartFrame label={label} width={bars.length * width}>
      {bars.map(({ title, parts }, nth) => {
        let top = height
        return (
          <g key={title}>
            <title>{title}</title>
            <rect
              x={nth * width}
              y={0}
              width={width}
              height={height}
              className="fill-transparent"
            />
            {parts.map(({ value, className }) => {
              const size = (value / max) * (height - 2)
              top -= size
              return (
                <rect
                  key={className}
                  x={nth * width + 1}
                  y={top}
                  width={width - 2}
                  height={size}
                  className={className}
                />
              )
            })}
          </g>
        )
      })}
    </ChartFrame>
  )
}

function sumParts(parts: Bar['parts']): number {
  return parts.reduce((sum, { value }) => sum + value, 0)
}

interface Line {
  className: string
  /** Values over time; null leaves a gap in the line. */
  values: (number | null)[]
}

/** A line chart. All lines share one time axis. */
export function LineChart({ label, lines }: { label: string; lines: Line[] }) {
  const all = lines.flatMap(({ values }) => values).filter((value) => value !== null)
  const max = Math.max(0.001, ...all)
  const count = Math.max(1, ...lines.map(({ values }) => values.length))
  const toPoint = (value: number, nth: number): [number, number] => [
    nth * 10 + 5,
    height - 2 - (value / max) * (height - 6),
  ]
  return (
    <ChartFrame label={label} width={count * 10}>
      {lines.map(({ className, values }) => (
        <g key={className} className={className}>
          {values.map((value, nth) => {
            const before = values[nth - 1]
            if (value === null) return null
            const [x, y] = toPoint(value, nth)
            const [fromX, fromY] =
              typeof before === 'number' ? toPoint(before, nth - 1) : [x - 3, y]
            return (
              <line
                key={`${x}`}
                x1={fromX}
                y1={fromY}
                x2={x + (typeof before === 'number' ? 0 : 3)}
                y2={y}
                strokeWidth={2}
                vectorEffect="non-scaling-stroke"
              />
            )
          })}
        </g>
      ))}
    </ChartFrame>
  )
}

function ChartFrame({
  label,
  width,
  children,
}: {
  label: string
  width: number
  children: React.ReactNode
}) {
  const id = useId()
  return (
    <figure aria-labelledby={id}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-28 w-full border-b border-edge"
      >
        {children}
      </svg>
      <figcaption id={id} className="pt-1.5 text-sm text-ink-soft">
        {label}
      </figcaption>
    </figure>
  )
}
