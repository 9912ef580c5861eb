/** Shows a file name. Isolates its text direction, and breaks long names. */
export function FileName({ children }: { children: string }) {
  return (
    <bdi className="line-clamp-2 text-left font-medium wrap-anywhere" title={children}>
      {children}
    </bdi>
  )
}
