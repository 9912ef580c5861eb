import { AppError, StartupError } from '../../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../../domain/errors/system-error.ts'

export function cannotStart(message: string, cause?: unknown): AppError {
  return new StartupError('CANNOT_START', message, { cause })
}

const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']
const full = ['ENOSPC', 'EDQUOT', '53100']
const wrongPassword = '28P01'

/** Converts any startup error to an error whose message names the data folder. */
export function toStartupError(folder: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const code = getSystemErrorCode(thrown) ?? ''
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  if (full.includes(code)) return diskFullError(folder, thrown)
  if (unwritable.includes(code)) {
    return cannotStart(
      `Docket cannot write to its data folder ${folder} (${reason}). Make the user who runs Docket the owner of the folder, or set DATA_DIR to a folder that this user can write to.`,
      thrown,
    )
  }
  if (code === wrongPassword) {
    return cannotStart(
      `The database in ${folder} does not accept the password in the file "password" beside it. Restore that file, or set DATA_DIR to another folder.`,
      thrown,
    )
  }
  return cannotStart(`The database in ${folder} could not be opened: ${reason}`, thrown)
}

/** Uses a Postgres program's `output` to explain why it exited unexpectedly. */
export function programFailed(folder: string, output: string): AppError {
  if (/No space left on device|Disk quota exceeded/.test(output))
    return diskFullError(folder, output)
  const nameless = /could not look up effective user ID (\d+)/.exec(output)
  if (nameless) {
    return cannotStart(
      `Postgres runs only as a named user, and user ${nameless[1]} has no name on this machine. Run Docket as a user listed in /etc/passwd, or set DATABASE_URL to a database that runs elsewhere.`,
    )
  }
  const lastLines = output.trim().split('\n').slice(-5).join('\n')
  return cannotStart(
    `Postgres could not start on the data folder ${folder}. Fix the problem shown below, or set DATA_DIR to another folder. The full log is server.log in that folder.\n${lastLines}`,
  )
}

function diskFullError(folder: string, cause: unknown): AppError {
  return cannotStart(
    `The disk of the data folder ${folder} is full. Free up space, or set DATA_DIR to a folder on another disk.`,
    cause,
  )
}

/** Use this with `.catch`. Returns undefined if the file or process does not exist; rethrows any other error. */
export function ignoreAbsent(thrown: unknown): undefined {
  const code = getSystemErrorCode(thrown)
  if (code !== 'ENOENT' && code !== 'ESRCH') throw thrown
}
