import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announcements.ts'
import { words } from '../i18n/words.ts'
import { buttonClass } from './button-class.ts'

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
    announce(words.copied)
  }
  const Icon = isCopied ? Check : Copy
  return (
    <button type="button" className={buttonClass.small} onClick={() => void copy()}>
      <Icon aria-hidden="true" className="size-4" />
      {isCopied ? words.copied : label}
    </button>
  )
}

/** The clipboard API requires https; falls back to execCommand. */
async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
