import { buttonClass } from '../../ui/button-class.ts'

interface RevokeButtonProps {
  words: { revoke: string; revokeLabel: (name: string) => string }
  /** Name of the item to revoke, for screen readers. */
  name: string
  onRevoke: () => void
}

export function RevokeButton({ words, name, onRevoke }: RevokeButtonProps) {
  return (
    <button
      type="button"
      aria-label={words.revokeLabel(name)}
      className={buttonClass.small}
      onClick={onRevoke}
    >
      {words.revoke}
    </button>
  )
}
