import { CopyButton } from './copy-button.tsx'

/** A link, and a button that copies its URL. Both are direct children of the parent's layout. */
export function CopyableLink({ url, label }: { url: string; label: string }) {
  return (
    <>
      <a href={url} className="min-w-0 flex-1 basis-56 wrap-anywhere text-accent underline">
        {url}
      </a>
      <CopyButton label={label} text={url} />
    </>
  )
}
