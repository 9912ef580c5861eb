/** Converts "Liu, Elly" to "Elly Liu". */
export function putGivenNameFirst(name: string): string {
  const [, family, given] = /^([^,]+),\s*(\S.*)$/.exec(name) ?? []
  return family && given ? `${given} ${family}` : name.replace(/,\s*$/, '')
}
