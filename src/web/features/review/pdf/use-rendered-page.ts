import { type RefObject, useEffect, useState } from 'react'
import { drawPage, type OpenPage } from './pdf.ts'

/**
 * Returns whether the element is close to the visible area of its parent, or of `root`: within three quarters of the
 * viewport's height.
 */
export function useIsNearViewport(
  frame: RefObject<HTMLElement | null>,
  root?: HTMLElement | null,
): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const options = {
      root: root === undefined ? (frame.current?.parentElement ?? null) : root,
      rootMargin: '75% 0px',
    }
    const observer = new IntersectionObserver((entries) => {
      setIsNear(entries.at(-1)?.isIntersecting ?? false)
    }, options)
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, root])
  return isNear
}

/** Renders a page while it is near the viewport. The old canvas stays until the new one is ready. */
export function useRenderedPage(
  paper: RefObject<HTMLElement | null>,
  page: OpenPage,
  scale: number,
): boolean {
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    const element = paper.current
    if (page === null) return element?.replaceChildren()
    const controller = new AbortController()
    drawPage(page, scale, controller.signal).then(
      (canvas) => canvas && !controller.signal.aborted && element?.replaceChildren(canvas),
      () => setIsBroken(true),
    )
    return () => controller.abort()
  }, [paper, page, scale])
  return isBroken
}
