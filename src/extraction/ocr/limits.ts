/** Pages of one document in which text is recognised: at some seconds each, a worker is busy for minutes. */
export const maxScans = 50
