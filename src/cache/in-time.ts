/**
 * Rejects when an answer takes longer than so many milliseconds. What has come while this process stood still itself is
 * in time: timers are looked at first, then what has arrived, and only then is it given up.
 */
export async function inTime<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(reject, new Error('The answer timed out')), ms)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
