/** Name recorded for changes made without signing in. It is replaced once the user signs in. */
export const anonymousName = 'a browser'
