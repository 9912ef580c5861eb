export function MetricList({
  metrics,
}: {
  metrics: { name: string; value: string; hint?: string }[]
}) {
  // Uses a number of columns that leaves no metric alone in the last row.
  const columns = metrics.length % 6 === 0 ? 'lg:grid-cols-6' : 'lg:grid-cols-4'
  return (
    <dl className={`grid grid-cols-2 gap-3 sm:grid-cols-3 ${columns}`}>
      {metrics.map(({ name, value, hint }) => (
        <div
          key={name}
          className="flex flex-col-reverse justify-end rounded-xl border border-line bg-surface px-4 py-3"
        >
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="text-xl font-bold">
            {value}
            {hint !== undefined && (
              <span className="block text-sm font-normal text-ink-soft">{hint}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
