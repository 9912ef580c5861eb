/** A name in its own direction, so that it cannot turn the words around it; breaks where it must. */
export function FileName({ children }: { children: string }) {
  return (
    <bdi className="line-clamp-2 text-left font-medium wrap-anywhere" title={children}>
      {children}
    </bdi>
  )
}
