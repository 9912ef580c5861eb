const unit = '(?:\\p{L}{2,8}|[gmlhstL])[²³]?\\.?'
const unitPattern = new RegExp(`(?<=\\d)(?:\\s*%|\\s*(?<name>${unit})(?:/${unit})?)$`, 'u')

/** Words after a number that are not units but change its meaning: magnitudes, signs and times of day. */
const otherWords = new Set(
  `k rb ribu jt juta miliar milyar triliun mn mio mil mill million millions millionen milion
  miljoen miljoner millón millones milione milioni mrd mld bn billion milliard milliarden
  miliardi miljard tn trn trillion th thousand tsd tausend mille duizend tusen tkr mkr teur keur
  meur lakh lakhs lac crore crores cr dr db am pm`.split(/\s+/),
)
/** Units that differ from one of these words only in case, such as decibels. */
const casedUnits: readonly string[] = ['dB']

/** Returns the number without its unit, such as `12.5 kg`, `0.25 EUR/kWh` or `7 %`. */
export function removeUnit(text: string): string {
  const match = unitPattern.exec(text)
  if (!match) return text
  const name = match.groups?.['name']?.replace(/\.$/, '') ?? ''
  const isUnit = casedUnits.includes(name) || !otherWords.has(name.toLowerCase())
  // `mm` means millimetres, but `MM` means a million.
  return isUnit && name !== 'MM' ? text.slice(0, match.index) : text
}
