/** Asserts that a value exists. */
export function assertPresent<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Something that the test needs is not there')
  return value
}
