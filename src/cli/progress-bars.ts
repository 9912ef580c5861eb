import { MultiBar } from 'cli-progress'

/** Progress bars on a terminal; one line per finished document elsewhere. */
export interface ProgressBars {
  move(index: number, percent: number, stage: string): void
  /** Marks a document as finished, with remarks. */
  end(index: number, lines: string[]): void
  /** A message that concerns all documents. */
  say(line: string): void
  /** Idempotent. */
  stop(): void
}

export function createProgressBars(
  names: string[],
  stream: NodeJS.WriteStream = process.stderr,
): ProgressBars {
  return stream.isTTY ? terminalProgress(names, stream) : plainProgress(names, stream)
}

function plainProgress(names: string[], stream: NodeJS.WriteStream): ProgressBars {
  return {
    move: () => undefined,
    end: (index, lines) => {
      for (const line of lines) stream.write(`${names[index]}: ${line}\n`)
    },
    say: (line) => void stream.write(`${line}\n`),
    stop: () => undefined,
  }
}

function terminalProgress(names: string[], stream: NodeJS.WriteStream): ProgressBars {
  const width = Math.min(40, Math.max(...names.map((name) => name.length)))
  const multi = new MultiBar({
    format: '{bar} {percentage}% {name} {stage}',
    hideCursor: true,
    clearOnComplete: true,
    // A log line moves every bar down.
    forceRedraw: true,
    stream,
  })
  const fitWidth = (name: string) => name.slice(-width).padEnd(width)
  const bars = names.map((name) => multi.create(100, 0, { name: fitWidth(name), stage: 'waiting' }))
  const total =
    names.length > 1 ? multi.create(100, 0, { name: fitWidth('total'), stage: '' }) : null
  const percentages = names.map(() => 0)

  function set(index: number, percent: number, stage: string): void {
    percentages[index] = percent
    bars[index]?.update(percent, { stage })
    const sum = percentages.reduce((all, one) => all + one, 0)
    const ended = percentages.filter((one) => one === 100).length
    total?.update(Math.floor(sum / names.length), { stage: `${ended} of ${names.length}` })
  }

  const remarks: string[] = []
  let isShown = true
  return {
    move: set,
    end(index, lines) {
      set(index, 100, lines[0] ?? '')
      remarks.push(...lines.map((line) => `${names[index]}: ${line}\n`))
    },
    say(line) {
      if (isShown) multi.log(`${line}\n`)
      else stream.write(`${line}\n`)
    },
    stop() {
      if (!isShown) return
      isShown = false
      multi.stop()
      stream.write(remarks.join(''))
    },
  }
}
