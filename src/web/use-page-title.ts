import { useEffect } from 'react'
import { words } from './words/words.ts'

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = words.titleOf(title)
  }, [title])
}
