import { useEffect } from 'react'
import { words } from '../i18n/words.ts'

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = words.pageTitle(title)
  }, [title])
}
