import { styleText } from 'node:util'

type Colour = 'red' | 'green' | 'yellow'

/** Colours text for a terminal. `hasColors` is false if NO_COLOR is set (https://no-color.org) or if TERM is dumb. */
export function colourText(text: string, colour: Colour): string {
  return process.stdout.isTTY && process.stdout.hasColors() ? styleText(colour, text) : text
}
