import { MultiBar } from 'cli-progress'
import type { OutputOptions } from './print.ts'

/** Shows progress bars on a terminal; elsewhere, prints one line per finished document. */
export interface ProgressBars {
  move(index: number, percent: number, stage: string): void
  /** Marks a document as finished, with notes or an error. A quiet command shows only errors. */
  end(index: number, lines: string[], isError?: boolean): void
  /**
   * Prints a message that concerns all documents, unless the command is quiet. The message is not part of the JSON
   * output.
   */
  say(line: string): void
  /** Stops drawing. Idempotent. */
  stop(): void
}

/** False if the output is a pipe, or if the command must not show progress. */
export function hasProgressBars(
  { quiet = false, json = false }: OutputOptions,
  stream: NodeJS.WriteStream = process.stderr,
): boolean {
  return stream.isTTY && !quiet && !json
}

export function createProgressBars(
  names: string[],
  options: OutputOptions = {},
  stream: NodeJS.WriteStream = process.stderr,
): ProgressBars {
  if (hasProgressBars(options, stream)) return terminalProgress(names, stream)
  return plainProgress(names, options, stream)
}

function plainProgress(
  names: string[],
  { quiet = false, json = false }: OutputOptions,
  stream: NodeJS.WriteStream,
): ProgressBars {
  const isSilent = quiet || json
  return {
    move: () => undefined,
    end: (index, lines, isError = false) => {
      if (isSilent && !isError) return
      for (const line of lines) stream.write(`${names[index]}: ${line}\n`)
    },
    say: (line) => void (quiet || stream.write(`${line}\n`)),
    stop: () => undefined,
  }
}

function terminalProgress(names: string[], stream: NodeJS.WriteStream): ProgressBars {
  const width = Math.min(40, Math.max(...names.map((name) => name.length)))
  const multi = new MultiBar({
    format: '{bar} {percentage}% {name} {stage}',
    hideCursor: true,
    clearOnComplete: true,
    // A log line moves every bar down, so all of them are redrawn.
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
