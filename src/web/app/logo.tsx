export function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-7 shrink-0" aria-hidden="true">
      <path
        className="fill-logo"
        d="M9 2h14a3 3 0 0 1 3 3v5.5a2.5 2.5 0 0 0 0 5V27a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3V15.5a2.5 2.5 0 0 0 0-5V5a3 3 0 0 1 3-3Z"
      />
      <circle cx="16" cy="7" r="2" className="fill-paper" />
      <path
        className="stroke-paper"
        strokeWidth="2.2"
        strokeLinecap="round"
        fill="none"
        d="M10.5 13h.01M14.17 13h.01M17.83 13h.01M21.5 13h.01M11 19.5h10M11 24.5h6"
      />
    </svg>
  )
}
