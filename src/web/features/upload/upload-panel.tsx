import { ArrowDown, ArrowRight, Camera, FilePlus2, Link2 } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { formatBytes } from '../../i18n/format.ts'
import { useMappings } from '../../mapping-choice/mapping-choice.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { buttonClass } from '../../ui/button-class.ts'

/** Offers the ways to add documents. `isCompact` leaves room for the documents that were already added. */
export function UploadPanel({
  isCompact,
  onWeb: onAddFromWeb,
}: {
  isCompact: boolean
  onWeb: () => void
}) {
  const { data } = useMappings()
  return (
    <section
      aria-labelledby="upload-heading"
      data-compact={isCompact ? '' : undefined}
      className="group tag md:flex"
    >
      <FormatStub outputs={data?.mappings.find(({ kind }) => kind === 'auto')?.outputs ?? []} />
      <div className="min-w-0 flex-1 p-5 group-data-compact:py-4 sm:p-8">
        <h1
          id="upload-heading"
          className="text-2xl font-bold group-data-compact:text-2xl sm:text-4xl"
        >
          {uiText.upload.heading}
        </h1>
        <p className="mt-3 max-w-prose group-data-compact:hidden">{uiText.upload.lead}</p>
        <div className="mt-6 flex flex-wrap items-center gap-3 group-data-compact:mt-4">
          <ChooseButton />
          <button
            type="button"
            className={`${buttonClass.secondary} w-full sm:w-auto`}
            onClick={onAddFromWeb}
          >
            <Link2 aria-hidden="true" className="size-4" />
            {uiText.web.open}
          </button>
        </div>
        <p className="mt-4 min-h-5 text-sm text-manila-soft group-data-compact:mt-3">
          <span className="pointer-coarse:hidden">{uiText.upload.dropHint}. </span>
          {data && uiText.upload.limit(formatBytes(data.max_upload_bytes))}
        </p>
      </div>
    </section>
  )
}

/** Accepted types. HEIC is missing on purpose: iPhones then convert their photos to JPEG. */
const acceptedTypes = '.pdf,application/pdf,image/jpeg,image/png,image/tiff'

function ChooseButton() {
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={`${buttonClass.primary} w-full sm:w-auto`}
        onClick={() => input.current?.click()}
      >
        <FilePlus2 aria-hidden="true" className="size-5" />
        {uiText.upload.choose}
      </button>
      <button
        type="button"
        className={`${buttonClass.secondary} w-full sm:w-auto not-pointer-coarse:hidden`}
        onClick={() => camera.current?.click()}
      >
        <Camera aria-hidden="true" className="size-4" />
        {uiText.upload.takePhoto}
      </button>
      <DocumentInput inputRef={input} label={uiText.upload.choose} accept={acceptedTypes} />
      <DocumentInput
        inputRef={camera}
        label={uiText.upload.takePhoto}
        accept="image/jpeg"
        isCamera
      />
    </>
  )
}

function DocumentInput({
  inputRef,
  label,
  accept,
  isCamera,
}: {
  inputRef: RefObject<HTMLInputElement | null>
  label: string
  accept: string
  isCamera?: boolean
}) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      multiple={!isCamera}
      accept={accept}
      capture={isCamera ? 'environment' : undefined}
      aria-label={label}
      onChange={({ currentTarget }) => {
        uploadQueue.add(currentTarget.files ?? [])
        // Allows the user to select the same file again.
        currentTarget.value = ''
      }}
    />
  )
}

/** Lists the input and output formats. */
function FormatStub({ outputs }: { outputs: readonly string[] }) {
  return (
    <div className="tag-stub flex items-center gap-2 pr-5 pl-18 font-mono text-sm font-bold md:flex-col md:justify-center md:gap-1.5 md:px-0 md:pt-16 md:pb-6">
      <span>{uiText.upload.inputFormat}</span>
      <ArrowRight aria-hidden="true" className="size-4 text-manila-soft md:hidden" />
      <ArrowDown
        aria-hidden="true"
        className="hidden size-4 text-manila-soft md:block md:group-data-compact:hidden"
      />
      <span className="sr-only">{uiText.upload.becomes}</span>
      {outputs.map((format) => (
        <span key={format} className="uppercase md:group-data-compact:hidden">
          {format}
        </span>
      ))}
    </div>
  )
}
