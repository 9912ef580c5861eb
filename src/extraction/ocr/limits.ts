/** Maximum number of scanned pages per document. At a few seconds each, they keep a worker busy for minutes. */
export const maxScans = 50
