/**
 * A path on this site. Browsers treat `//example.com` and `/\example.com` as other sites, and ignore tabs and line
 * breaks between the slashes.
 */
export const localPath = /^\/(?![/\\])[^\s\p{Cc}]*$/u
