export function bundleChild(folder: string): Promise<void>
