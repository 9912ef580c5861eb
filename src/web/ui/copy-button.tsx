import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announcements.ts'
import { uiText } from '../i18n/ui-text.ts'
import { copyText } from './copy-text.ts'
import { ActionButton } from './action-button.tsx'

const copiedMs = 2000

export function CopyButton({ label, text }: { label: string; text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  async function copy(): Promise<void> {
    await copyText(text)
    setIsCopied(true)
    announce(uiText.copied)
  }
  const Icon = isCopied ? Check : Copy
  return (
    <ActionButton icon={Icon} onClick={() => void copy()}>
      {isCopied ? uiText.copied : label}
    </ActionButton>
  )
}
