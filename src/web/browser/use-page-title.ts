import { useEffect } from 'react'
import { uiText } from '../i18n/ui-text.ts'

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = uiText.pageTitle(title)
  }, [title])
}
