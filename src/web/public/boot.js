// Runs before the first paint, to avoid a flash of the wrong theme. browser/preferences.ts writes this key.
try {
  const theme = JSON.parse(localStorage.getItem('docket.theme'))
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // The system's theme applies if no theme is stored.
}
