// Runs before the first paint, so that a chosen theme does not flash. browser/preferences.ts keeps what is read here.
try {
  const theme = JSON.parse(localStorage.getItem('docket.theme'))
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Nothing was chosen, or nothing is kept: the theme is the system's.
}
