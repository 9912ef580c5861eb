import { ArrowDown, ArrowRight, FilePlus2 } from 'lucide-react'
import { useRef } from 'react'
import { chosenMapping, uploads } from '../app.ts'
import { formatBytes } from '../figures.ts'
import { useMapping, useMappings } from '../use-mapping.ts'
import { words } from '../words.ts'
import { buttonClass } from './button.ts'
import { MappingChoice } from './mapping-choice.tsx'

/** The one decision of the upload page; `isCompact` leaves a small screen to what was decided. */
export function UploadTag({ isCompact }: { isCompact: boolean }) {
  const maxBytes = useMappings().data?.max_upload_bytes
  return (
    <section
      aria-labelledby="upload-heading"
      data-compact={isCompact ? '' : undefined}
      className="group tag md:flex"
    >
      <Stub />
      <div className="min-w-0 flex-1 p-5 sm:p-8">
        <h1 id="upload-heading" className="text-2xl font-bold sm:text-4xl">
          {words.upload.heading}
        </h1>
        <MappingChoice />
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ChooseButton />
          <span className="text-manila-soft pointer-coarse:hidden">{words.upload.otherWays}</span>
        </div>
        <p className="mt-4 min-h-5 text-sm text-manila-soft">
          {maxBytes !== undefined && words.upload.limit(formatBytes(maxBytes))}
        </p>
      </div>
    </section>
  )
}

function ChooseButton() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={`${buttonClass.primary} w-full sm:w-auto`}
        onClick={() => input.current?.click()}
      >
        <FilePlus2 aria-hidden="true" className="size-5" />
        {words.upload.choose}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".pdf,application/pdf"
        aria-label={words.upload.choose}
        onChange={({ currentTarget }) => {
          uploads.add(currentTarget.files ?? [], chosenMapping.get())
          // Choosing the same file once more shall count as a change.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** What goes in and what comes out. */
function Stub() {
  const outputs = useMapping()?.outputs ?? []
  return (
    <div className="tag-stub flex items-center gap-2 pr-5 pl-18 font-mono text-sm font-bold md:flex-col md:justify-center md:gap-1.5 md:px-0 md:pt-16 md:pb-6">
      <span>{words.upload.from}</span>
      <ArrowRight aria-hidden="true" className="size-4 text-manila-soft md:hidden" />
      <ArrowDown aria-hidden="true" className="hidden size-4 text-manila-soft md:block" />
      <span className="sr-only">{words.upload.becomes}</span>
      {outputs.map((format) => (
        <span key={format} className="uppercase">
          {format}
        </span>
      ))}
    </div>
  )
}
