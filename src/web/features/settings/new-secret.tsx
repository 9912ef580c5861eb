import { CopyButton } from '../../ui/copy-button.tsx'

interface NewSecretProps {
  sentence: string
  secret: string
  /** Label for the copy button. */
  copy: string
}

/** Shows a secret, which cannot be shown again. */
export function NewSecret({ sentence, secret, copy }: NewSecretProps) {
  return (
    <div role="alert" className="mb-4 rounded-xl bg-accent-wash px-4 py-3">
      <p className="font-medium">{sentence}</p>
      <p className="flex flex-wrap items-center gap-3 pt-2">
        <code className="wrap-anywhere">{secret}</code>
        <CopyButton label={copy} text={secret} />
      </p>
    </div>
  )
}
