/** Asserts that a value exists. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Something that the test needs is not there')
  return value
}
