import type { ErrorRule } from './error-rule.ts'

/** Every way in which Docket says no. Status, retry and wording are decided here and nowhere else. */
export const errorRules = {
  NOT_PDF: {
    status: 415,
    retry: false,
    message: 'This file is not a PDF. Choose a file that a PDF viewer can open.',
  },
  EMPTY_FILE: {
    status: 400,
    retry: false,
    message: 'This file is empty. Save or download it again, then upload the new copy.',
  },
  TOO_LARGE: {
    status: 413,
    retry: false,
    message: 'This file is too large. Split it or save it with smaller images.',
  },
  NO_FILE: {
    status: 400,
    retry: false,
    message: 'No file came with this request. Send one PDF as the form field "file".',
  },
  TOO_MANY_FILES: {
    status: 400,
    retry: false,
    message: 'More than one document came with this request. Send one PDF, or its url, per upload.',
  },
  NOTHING_TO_READ: {
    status: 400,
    retry: false,
    message: 'None of these documents can be read. See the errors listed with it.',
  },
  BROKEN_UPLOAD: {
    status: 400,
    retry: true,
    message: 'The upload ended before the whole file had arrived. Please send it again.',
  },
  INVALID_REQUEST: {
    status: 400,
    retry: false,
    message: 'Something in this request is not as it should be. See the errors listed with it.',
  },
  UNKNOWN_MAPPING: {
    status: 400,
    retry: false,
    message: 'There is no mapping of this name. GET /api/mappings lists those there are.',
  },
  MAPPING_MISMATCH: {
    status: 422,
    retry: false,
    message: 'This document is not of the layout that was asked for. Choose another mapping.',
  },
  UNKNOWN_FORMAT: {
    status: 400,
    retry: false,
    message: 'This job has no output in that format. The job lists the formats it has.',
  },
  ENCRYPTED_PDF: {
    status: 422,
    retry: false,
    message:
      'This PDF is locked with a password. Save a copy without the password and upload that.',
  },
  BROKEN_PDF: {
    status: 422,
    retry: false,
    message: 'This PDF is damaged and cannot be opened. Export or download it again.',
  },
  RESOURCE_LIMIT: {
    status: 422,
    retry: false,
    message:
      'Reading this PDF needs more time or memory than allowed. Split it into smaller parts.',
  },
  NO_TEXT: {
    status: 422,
    retry: false,
    message:
      'Nothing legible was found in this PDF: its pages are empty, or pictures without text.',
  },
  INVALID_READING: {
    status: 422,
    retry: false,
    message: 'This JSON is not the reading of an invoice. Send what this gateway answers as JSON.',
  },
  INVALID_CHANGE: {
    status: 422,
    retry: false,
    message: 'This change cannot be made to the reading. Nothing was changed.',
  },
  INVALID_IMPORT: {
    status: 422,
    retry: false,
    message: 'This table cannot be imported. Nothing was changed.',
  },
  ENTRY_TAKEN: {
    status: 409,
    retry: false,
    message: 'Another entry of the directory goes by this name or number. Change that one.',
  },
  READ_ONLY: {
    status: 409,
    retry: false,
    message:
      'This entry comes with Docket and cannot be deleted. Change it to have one of your own.',
  },
  INVALID_MAPPING: {
    status: 422,
    retry: false,
    message: 'This mapping has mistakes and was not saved.',
  },
  ADMIN_ONLY: {
    status: 403,
    retry: false,
    message: 'Only the operator of this Docket may do this, with the key of the setting ADMIN_KEY.',
  },
  NO_READING: {
    status: 409,
    retry: false,
    message: 'There is nothing in this result that could be corrected. Download it instead.',
  },
  MATCH_NEEDED: {
    status: 428,
    retry: false,
    message:
      'Say which version you have seen: send its ETag in the header If-Match. GET answers with it.',
  },
  CHANGED_MEANWHILE: {
    status: 412,
    retry: false,
    message: 'Someone has changed this since you saw it. Load it again and repeat your change.',
  },
  UNSUPPORTED_TYPE: {
    status: 415,
    retry: false,
    message:
      'Nothing of this type is taken here. Send it with another Content-Type, or send no body.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retry: false,
    message: 'This address cannot be asked in this way. The header Allow names those it knows.',
  },
  OUT_OF_RANGE: {
    status: 416,
    retry: false,
    message: 'The file ends before the part that you asked for. Content-Range says how long it is.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    retry: false,
    message:
      'The address and the headers of this request are too long. Send fewer or shorter ones.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    retry: false,
    message: 'Nothing can be answered in the type that was asked for. See the header Accept.',
  },
  DISABLED: {
    status: 404,
    retry: false,
    message: 'Batches are switched off on this Docket. Send documents one by one to /api/upload.',
  },
  NOT_FOUND: { status: 404, retry: false, message: 'There is nothing here. Check the address.' },
  FORBIDDEN: {
    status: 403,
    retry: false,
    message: 'This belongs to someone else. Open it in the browser that uploaded it.',
  },
  UNAUTHORIZED: {
    status: 401,
    retry: false,
    message:
      'This needs a valid token or API key. Send it in the header Authorization, after "Bearer ".',
  },
  MISSING_SCOPE: {
    status: 403,
    retry: false,
    message: 'This key may only look. Use one that may also change things.',
  },
  CROSS_SITE: {
    status: 403,
    retry: false,
    message: 'This request came from another website and was refused.',
  },
  KEY_REUSED: {
    status: 422,
    retry: false,
    message:
      'This Idempotency-Key came before, with another request. Use a new key for each request.',
  },
  KEY_IN_USE: {
    status: 409,
    retry: true,
    message: 'A request with this Idempotency-Key is still being worked on. Try again in a moment.',
  },
  SHOWN_ONCE: {
    status: 409,
    retry: false,
    message:
      'This was made before, with the same Idempotency-Key, and its secret was shown then, once. If you have lost it, revoke it and make another one with a new Idempotency-Key.',
  },
  RATE_LIMITED: {
    status: 429,
    retry: true,
    message: 'These were too many requests. Please wait a moment and try again.',
  },
  STILL_READING: {
    status: 504,
    retry: false,
    message: 'This document is still being read. Its job goes on: ask for that.',
  },
  NOT_UPLOADED: {
    status: 409,
    retry: false,
    message: 'The file is not in the storage yet. Send it to the link first, or ask for a new one.',
  },
  NOT_READY: {
    status: 409,
    retry: false,
    message: 'This job has no result yet. Wait until it is complete, then download.',
  },
  EXPIRED: {
    status: 404,
    retry: false,
    message: 'The result has been deleted because its time was over. Upload the file again.',
  },
  INCOMPLETE: {
    status: 409,
    retry: false,
    message:
      'Not all of these jobs can be exported so. See the errors listed with it, or leave those out by skip_incomplete.',
  },
  SAME_NUMBERS: {
    status: 409,
    retry: false,
    message:
      'Some of these invoices have the same number. Leave one of each out, or allow it by allow_duplicates.',
  },
  UNSUBSCRIBED: {
    status: 409,
    retry: false,
    message:
      'The owner of this address wants no e-mails from here. The link in an earlier e-mail takes that back.',
  },
  SWITCHED_OFF: {
    status: 409,
    retry: false,
    message: 'This webhook is switched off. Switch it on, then send it again.',
  },
  LEASE_LOST: {
    status: 500,
    retry: true,
    message: 'The worker that was reading this file stopped answering each time it was tried.',
  },
  READER_FAILED: {
    status: 502,
    retry: true,
    message: 'The process that read this document ended before it was done. Please try again.',
  },
  BUSY: {
    status: 503,
    retry: true,
    message: 'As many documents as can be taken at once are on their way. Please try again soon.',
  },
  TOO_MANY_STREAMS: {
    status: 503,
    retry: true,
    message: 'As many streams as this server can hold are open. Please try again in a moment.',
  },
  GW_4XX: {
    status: 502,
    retry: false,
    message:
      'The gateway that reads documents refused this one. The operator finds why in its log.',
  },
  GW_5XX: {
    status: 502,
    retry: true,
    message: 'The gateway that reads documents fails just now. Please try again in a moment.',
  },
  GW_TIMEOUT: {
    status: 504,
    retry: true,
    message: 'The gateway that reads documents took too long. Please try again in a moment.',
  },
  UNREADABLE_SHEET: {
    status: 422,
    retry: false,
    message:
      'No swimmers could be found on this heat sheet. Its layout is not known; try another file of the meet.',
  },
  LLM_BUSY: {
    status: 503,
    retry: true,
    message: 'The language model has too much to do just now. Please try again in a moment.',
  },
  LLM_FAILED: {
    status: 502,
    retry: true,
    message: 'The language model fails just now. Please try again in a moment.',
  },
  LLM_TIMEOUT: {
    status: 504,
    retry: true,
    message: 'The language model took too long. Please try again in a moment.',
  },
  LLM_REFUSED: {
    status: 502,
    retry: false,
    message: 'The language model refuses our requests. The operator has to look at its settings.',
  },
  LLM_UNUSABLE: {
    status: 422,
    retry: false,
    message:
      'No reader knows the layout of this heat sheet, and the language model could not make sense of it either.',
  },
  TIMED_OUT: {
    status: 503,
    retry: true,
    message: 'A service that this document needs has been away for too long. Try again later.',
  },
  NOT_RETRYABLE: {
    status: 409,
    retry: false,
    message: 'Only a job that failed or was cancelled can be tried again.',
  },
  NOT_CANCELLABLE: {
    status: 409,
    retry: false,
    message: 'This job has ended already and can no longer be cancelled.',
  },
  SOURCE_GONE: {
    status: 409,
    retry: false,
    message: 'The file of this job has been deleted because its time was over. Upload it again.',
  },
  BLOCKED_URL: {
    status: 422,
    retry: false,
    message:
      'Docket cannot fetch this address. Give a public one that begins with https:// or http://, or download the file and upload it.',
  },
  FETCH_REFUSED: {
    status: 422,
    retry: false,
    message:
      'The server of this address does not give us the file. Download it yourself and upload it.',
  },
  FETCH_FAILED: {
    status: 502,
    retry: true,
    message:
      'The file could not be fetched from its address just now. Please try again in a moment.',
  },
  FETCH_TIMEOUT: {
    status: 504,
    retry: true,
    message: 'The server of this address is too slow. Try again later, or upload the file itself.',
  },
  IO_ERROR: {
    status: 503,
    retry: true,
    message: 'The file could not be stored or read back just now. Please try again in a moment.',
  },
  STORAGE_DOWN: {
    status: 503,
    retry: true,
    message: 'The storage of files cannot be reached just now. Please try again in a moment.',
  },
  STORAGE_FULL: {
    status: 507,
    retry: true,
    message: 'There is no room left to store files. The operator has to free some space.',
  },
  UNAVAILABLE: {
    status: 503,
    retry: true,
    message: 'The database cannot be reached just now. Please try again in a moment.',
  },
  NOT_DOCKET: {
    status: 500,
    retry: false,
    message: 'What answered does not look like a Docket. Check the address.',
  },
  BAD_SETTING: { status: 500, retry: false, message: 'A setting is wrong.' },
  CANNOT_START: { status: 500, retry: false, message: 'Docket could not start.' },
  UNKNOWN: {
    status: 500,
    retry: true,
    message: 'Something went wrong on our side. Please try again; the error has been logged.',
  },
} as const satisfies Record<string, ErrorRule>
