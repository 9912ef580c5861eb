import { useEffect, useRef } from 'react'

const inputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Scrolls to the anchor in the URL. When a page loads, the browser looks for the anchor before the content exists, and
 * the content may grow while documents are read. Therefore, this hook scrolls after each change, until the user
 * interacts with the page.
 */
export function useScrollToHash(content: unknown): void {
  const isFollowing = useRef(window.location.hash !== '')
  useEffect(() => {
    const controller = new AbortController()
    const options = { signal: controller.signal, passive: true }
    const stop = () => {
      isFollowing.current = false
      controller.abort()
    }
    for (const type of inputEvents) window.addEventListener(type, stop, options)
    return () => controller.abort()
  }, [])
  useEffect(() => {
    if (!isFollowing.current) return
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [content])
}
