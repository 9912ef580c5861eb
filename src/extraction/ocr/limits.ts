/** Maximum scanned pages per document; at a few seconds each, they occupy a worker for minutes. */
export const maxScans = 50
