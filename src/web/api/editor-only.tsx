import type { ReactNode } from 'react'
import { useCanEdit } from './me.ts'

/** Hides editing controls from viewers. */
export function EditorOnly({ children }: { children: ReactNode }) {
  return useCanEdit() ? children : null
}
