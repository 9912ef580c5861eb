const base =
  'inline-flex cursor-pointer items-center justify-center gap-1.5 rounded-lg whitespace-nowrap select-none disabled:cursor-default disabled:opacity-60'

/** Styles for buttons and links that look like buttons. */
export const buttonClass = {
  primary: `${base} min-h-11 bg-accent px-5 font-semibold text-on-accent hover:bg-accent-deep`,
  secondary: `${base} font-medium min-h-11 border border-edge bg-surface px-4 text-ink hover:border-accent hover:text-accent`,
  small: `${base} font-medium min-h-9 border border-line bg-surface px-2.5 text-sm text-accent hover:border-accent`,
  quiet: `${base} font-medium min-h-9 px-2 text-sm text-accent underline-offset-4 hover:underline`,
  icon: `${base} size-9 text-ink-soft hover:bg-accent-wash hover:text-accent`,
} as const
