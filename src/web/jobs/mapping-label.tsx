import type { Job } from '../../domain/job/job.ts'
import { jobText } from '../i18n/job-text.ts'
import { useMappings } from '../mapping-choice/mapping-choice.ts'

/** Version suffix in the name of a draft: `supplier@3`. */
const version = /@\d+$/

/** Shows the mapping used to read the document or, if it has not been read yet, the selected mapping. */
export function MappingLabel({ job }: { job: Job }) {
  const { data } = useMappings()
  const name = (job.read_by ?? job.mapping).replace(version, '')
  const mapping = data?.mappings.find((one) => one.name === name)
  const { automatic, mappings } = jobText().job
  const translated = mapping?.kind === 'auto' ? automatic : mappings[name]
  return (
    <span
      title={jobText().job.mapping(name)}
      lang={translated === undefined ? 'en' : undefined}
      className="min-w-0 shrink-2 truncate"
    >
      {translated ?? mapping?.title ?? name}
    </span>
  )
}
