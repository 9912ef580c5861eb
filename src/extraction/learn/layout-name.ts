const maxNameLength = 40

/** Converts `PT Lentera Contoh` to `pt_lentera_contoh_invoice_v1`. */
export function toLayoutName(sender: string, kind: 'invoice' | 'fields' = 'invoice'): string {
  const words = sender
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, maxNameLength)
    .replace(/_+$/, '')
  return `${words === '' ? 'learned' : words}_${kind}_v1`
}
