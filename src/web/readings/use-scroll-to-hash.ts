import { useEffect, useRef } from 'react'

const inputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Scrolls to the anchor in the address. On a fresh load, the browser looks for it before the content exists, and the
 * content may still grow while documents are read, so this repeats with each change until the user interacts with the
 * page.
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
