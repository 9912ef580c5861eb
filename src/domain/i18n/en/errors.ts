import type { ErrorName } from '../../messages/error-rules.ts'

/** What each error code says in English: what happened, and what to do about it. */
export const errors: Record<ErrorName, string> = {
  NOT_PDF: 'This file is not a PDF. Choose a file that a PDF viewer can open.',
  EMPTY_FILE: 'This file is empty. Save or download it again, then upload the new copy.',
  TOO_LARGE: 'This file is too large. Split it or save it with smaller images.',
  NO_FILE: 'No file came with this request. Send one PDF as the form field "file".',
  TOO_MANY_FILES:
    'More than one document came with this request. Send one PDF, or its url, per upload.',
  NOTHING_TO_READ: 'None of these documents can be read. See the errors listed with it.',
  BROKEN_UPLOAD: 'The upload ended before the whole file had arrived. Please send it again.',
  INVALID_REQUEST:
    'Something in this request is not as it should be. See the errors listed with it.',
  UNKNOWN_MAPPING: 'There is no mapping of this name. GET /api/mappings lists those there are.',
  MAPPING_MISMATCH:
    'This document is not of the layout that was asked for. Choose another mapping.',
  UNKNOWN_FORMAT: 'This job has no output in that format. The job lists the formats it has.',
  ENCRYPTED_PDF:
    'This PDF is locked with a password. Save a copy without the password and upload that.',
  BROKEN_PDF: 'This PDF is damaged and cannot be opened. Export or download it again.',
  RESOURCE_LIMIT:
    'Reading this PDF needs more time or memory than allowed. Split it into smaller parts.',
  NO_TEXT: 'Nothing legible was found in this PDF: its pages are empty, or pictures without text.',
  INVALID_READING:
    'This JSON is not the reading of an invoice. Send what this gateway answers as JSON.',
  INVALID_CHANGE: 'This change cannot be made to the reading. Nothing was changed.',
  INVALID_IMPORT: 'This table cannot be imported. Nothing was changed.',
  ENTRY_TAKEN: 'Another entry of the directory goes by this name or number. Change that one.',
  READ_ONLY:
    'This entry comes with Docket and cannot be deleted. Change it to have one of your own.',
  INVALID_MAPPING: 'This mapping has mistakes and was not saved.',
  ADMIN_ONLY:
    'Only the operator of this Docket may do this, with the key of the setting ADMIN_KEY.',
  NO_READING: 'There is nothing in this result that could be corrected. Download it instead.',
  MATCH_NEEDED:
    'Say which version you have seen: send its ETag in the header If-Match. GET answers with it.',
  CHANGED_MEANWHILE:
    'Someone has changed this since you saw it. Load it again and repeat your change.',
  UNSUPPORTED_TYPE:
    'Nothing of this type is taken here. Send it with another Content-Type, or send no body.',
  METHOD_NOT_ALLOWED:
    'This address cannot be asked in this way. The header Allow names those it knows.',
  OUT_OF_RANGE:
    'The file ends before the part that you asked for. Content-Range says how long it is.',
  HEADERS_TOO_LARGE:
    'The address and the headers of this request are too long. Send fewer or shorter ones.',
  NOT_ACCEPTABLE: 'Nothing can be answered in the type that was asked for. See the header Accept.',
  DISABLED: 'Batches are switched off on this Docket. Send documents one by one to /api/upload.',
  NOT_FOUND: 'There is nothing here. Check the address.',
  FORBIDDEN: 'This belongs to someone else. Open it in the browser that uploaded it.',
  UNAUTHORIZED:
    'This needs a valid token or API key. Send it in the header Authorization, after "Bearer ".',
  MISSING_SCOPE: 'This key may only look. Use one that may also change things.',
  CROSS_SITE: 'This request came from another website and was refused.',
  KEY_REUSED:
    'This Idempotency-Key came before, with another request. Use a new key for each request.',
  KEY_IN_USE:
    'A request with this Idempotency-Key is still being worked on. Try again in a moment.',
  SHOWN_ONCE:
    'This was made before, with the same Idempotency-Key, and its secret was shown then, once. If you have lost it, revoke it and make another one with a new Idempotency-Key.',
  RATE_LIMITED: 'These were too many requests. Please wait a moment and try again.',
  STILL_READING: 'This document is still being read. Its job goes on: ask for that.',
  NOT_UPLOADED:
    'The file is not in the storage yet. Send it to the link first, or ask for a new one.',
  NOT_READY: 'This job has no result yet. Wait until it is complete, then download.',
  EXPIRED: 'The result has been deleted because its time was over. Upload the file again.',
  INCOMPLETE:
    'Not all of these jobs can be exported so. See the errors listed with it, or leave those out by skip_incomplete.',
  SAME_NUMBERS:
    'Some of these invoices have the same number. Leave one of each out, or allow it by allow_duplicates.',
  UNSUBSCRIBED:
    'The owner of this address wants no e-mails from here. The link in an earlier e-mail takes that back.',
  SWITCHED_OFF: 'This webhook is switched off. Switch it on, then send it again.',
  LEASE_LOST: 'The worker that was reading this file stopped answering each time it was tried.',
  READER_FAILED: 'The process that read this document ended before it was done. Please try again.',
  BUSY: 'As many documents as can be taken at once are on their way. Please try again soon.',
  TOO_MANY_STREAMS:
    'As many streams as this server can hold are open. Please try again in a moment.',
  GW_4XX: 'The gateway that reads documents refused this one. The operator finds why in its log.',
  GW_5XX: 'The gateway that reads documents fails just now. Please try again in a moment.',
  GW_TIMEOUT: 'The gateway that reads documents took too long. Please try again in a moment.',
  UNREADABLE_SHEET:
    'No swimmers could be found on this heat sheet. Its layout is not known; try another file of the meet.',
  LLM_BUSY: 'The language model has too much to do just now. Please try again in a moment.',
  LLM_FAILED: 'The language model fails just now. Please try again in a moment.',
  LLM_TIMEOUT: 'The language model took too long. Please try again in a moment.',
  LLM_REFUSED: 'The language model refuses our requests. The operator has to look at its settings.',
  LLM_UNUSABLE:
    'No reader knows the layout of this heat sheet, and the language model could not make sense of it either.',
  TIMED_OUT: 'A service that this document needs has been away for too long. Try again later.',
  NOT_RETRYABLE: 'Only a job that failed or was cancelled can be tried again.',
  NOT_CANCELLABLE: 'This job has ended already and can no longer be cancelled.',
  SOURCE_GONE: 'The file of this job has been deleted because its time was over. Upload it again.',
  BLOCKED_URL:
    'Docket cannot fetch this address. Give a public one that begins with https:// or http://, or download the file and upload it.',
  FETCH_REFUSED:
    'The server of this address does not give us the file. Download it yourself and upload it.',
  FETCH_FAILED:
    'The file could not be fetched from its address just now. Please try again in a moment.',
  FETCH_TIMEOUT:
    'The server of this address is too slow. Try again later, or upload the file itself.',
  IO_ERROR: 'The file could not be stored or read back just now. Please try again in a moment.',
  STORAGE_DOWN: 'The storage of files cannot be reached just now. Please try again in a moment.',
  STORAGE_FULL: 'There is no room left to store files. The operator has to free some space.',
  UNAVAILABLE: 'The database cannot be reached just now. Please try again in a moment.',
  NOT_DOCKET: 'What answered does not look like a Docket. Check the address.',
  BAD_SETTING: 'A setting is wrong.',
  CANNOT_START: 'Docket could not start.',
  UNKNOWN: 'Something went wrong on our side. Please try again; the error has been logged.',
}
