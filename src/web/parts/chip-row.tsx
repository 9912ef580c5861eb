/** The looks of links that choose what of a page is shown. */
export const chipsClass =
  '-mx-3 flex gap-1.5 overflow-x-auto px-3 py-1 sm:mx-0 sm:flex-wrap sm:gap-2 sm:px-0'
export const chipClass =
  'flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-sm font-medium hover:border-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent sm:px-3.5'
