/** Asserts that a value exists. */
export function assertPresent<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Expected a value')
  return value
}
