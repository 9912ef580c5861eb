/** Collects clean-up functions and runs them in reverse order. */
export function createCloser() {
  const undos: (() => Promise<unknown>)[] = []
  return {
    onClose(undo: () => Promise<unknown>): void {
      undos.push(undo)
    },
    async close(): Promise<void> {
      for (const undo of undos.splice(0).reverse()) await undo()
    },
  }
}
