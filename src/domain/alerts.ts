/** The room on a disk. */
export interface DiskSpace {
  size_bytes: number
  free_bytes: number
}
