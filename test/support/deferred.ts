/** A promise that a test resolves when it wants to. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => undefined as void
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
