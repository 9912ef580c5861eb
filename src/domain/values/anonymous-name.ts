/** Editor name for changes made without signing in; replaced once the user signs in. */
export const anonymousName = 'a browser'
