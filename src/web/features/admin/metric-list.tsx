export function MetricList({
  metrics,
}: {
  metrics: { name: string; value: string; hint?: string }[]
}) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
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
