import type { Notation } from '../values/notations.ts'
import type { ErrorName } from './error-codes.ts'
import type { Message } from './message.ts'
import type { StoredDetail } from './stored-detail.ts'
import type { UnavailableOcr, ReadingParams } from './reading-codes.ts'

type None = Record<string, never>

/** Another error, quoted within a sentence. */
export interface ErrorParams {
  code: ErrorName
  detail: StoredDetail | null
}

/** Invalid changes to a reading. */
export type ChangeFault =
  | Notation['fault']
  | 'fixed'
  | 'no_place'
  | 'too_long'
  | 'control_characters'
  | 'value_needed'
  | 'value_or_null_needed'
  | 'not_single'
  | 'not_changed'
  | 'full'
  | 'not_an_entry'
  | 'not_text'
  | 'not_npwp'
  | 'npwp_zero'
  | 'not_day'
  | 'not_whole'
  | 'not_flag'
  | 'not_true'
  | 'not_list'
  | 'not_object'

export type PageRangesFault = 'reversed' | 'overlaps' | 'outside'

/** A fault in one line of a file. */
export interface LineFault extends Message {
  line: number
}

/** Why a gateway's response cannot be used. `type` is its Content-Type, and `megabytes` is the limit. */
export type GatewayFault =
  | { fault: 'content_type'; type: string }
  | { fault: 'too_large'; megabytes: number }
  | { fault: 'not_xml' | 'empty' }

/** Alerts for the administrator, by name. */
export interface AlertParams {
  queue_long: { queued: number; most: number; is_paused: boolean }
  oldest_waiting: { minutes: number; is_paused: boolean }
  error_rate: { failed: number; ended: number; percent: string }
  no_worker: None
  worker_lost: { worker: string; host: string }
  breaker_open: { dependency: string }
  storage_full: { percent: number }
  storage_down: { fault: string }
  mailbox_down: { fault: string }
}

/** Messages from the browser and client programs. */
export interface ClientProblemParams {
  file_too_large: { megabytes: number }
  heic_image: None
  server_status: { status: number }
  not_docket: { status: number }
  unreachable: None
  server_unreachable: { address: string }
  path_param_missing: { name: string; path: string }
  address_missing: None
  address_invalid: { address: string }
  source_not_address: { address: string }
  source_not_content: None
  no_result: { status: string }
  polled_too_long: None
  one_invoice: None
}

/** Details more specific than an error code, with their params. */
export interface ProblemParams extends ClientProblemParams, AlertParams {
  /** Text from another program, which has no translation. */
  other: { text: string }

  left_out_failed: { name: string; error: ErrorParams }
  left_out_cancelled: { name: string }
  left_out_expired: { name: string }
  left_out_unfinished: { name: string }
  left_out_split: { name: string }
  left_out_without_output: { name: string; format: string; formats: string[] }
  left_out_no_heat_sheet: { name: string }
  left_out_rules: { name: string; can_confirm: boolean; rules: Message[] }
  export_not_found: None
  none_exportable: { format: string }
  some_not_exportable: { left_out: number; total: number; format: string }

  mapping_gone: { mapping: string }
  layout_mismatch: { title: string }
  layouts_ambiguous: { mappings: string[] }
  e_invoice_missing: None
  e_invoice_unreadable: ReadingParams['e_invoice_unreadable']
  too_many_pages: { pages: number; most: number }
  too_many_scans: { most: number }
  too_much_text: None
  too_many_pages_for_model: { pages: number; most: number }
  page_damaged: { page: number }
  only_images: UnavailableOcr
  image_too_large: { width: number; height: number; side: number; megapixels: number }
  image_animated: None
  image_unsupported: None

  file_field_is_text: None
  field_repeated: { field: string }
  field_too_long: { field: string }
  too_many_fields: None
  boundary_missing: None
  mapping_unknown: { mapping: string; known: string[] }
  params_not_json: None
  no_document: None
  none_readable: { documents: { name: string; error: ErrorParams }[]; more?: number }
  document_unreadable: { name: string; error: ErrorParams }
  batch_too_large: { most: number }
  body_too_large: { most_bytes: number }
  body_empty: None
  body_not_json: None
  url_invalid: None
  json_too_deep: { most: number }
  content_type_wrong: { wanted: string; given: string | null }
  method_unknown: { method: string; allowed: string }
  invalid_http: None
  idempotency_key_invalid: None
  two_credentials: None
  tokens_not_taken: None
  key_wrong: None
  oidc_not_configured: None
  sign_in_ended: None
  viewer_only: None
  no_team: None
  already_in_team: None
  team_not_empty: None
  team_full: { most: number }
  invitations_full: { most: number }
  member_not_found: None
  last_owner: None
  tokens_unverifiable: None
  metrics_token_needed: None
  cursor_invalid: None
  rate_exceeded: { most: number; budget: string; seconds: number }
  daily_bytes_exceeded: { megabytes: number; hours: number }
  stored_bytes_exceeded: { megabytes: number }
  sessions_exceeded: { most: number; seconds: number }
  wrong_keys: { seconds: number }
  streams_open: { whose: 'yours' | 'address'; most: number; seconds: number }
  admin_disabled: None
  job_not_found: None
  job_id_not_found: { id: string }
  job_not_in_batch: None
  batch_not_found: None
  batch_ended: None
  upload_not_found: None
  view_not_found: None
  views_full: { most: number }
  upload_ended: None
  batch_without_failures: None
  job_failed: { error: ErrorParams }
  job_cancelled: None
  source_expired: None
  deleted_after_download: None
  declared_type: { type: string; content: string | null }
  source_not_fetched: None
  output_missing: { format: string; formats: string[] }
  calendar_missing: { formats: string[] }
  coretax_withheld: { can_approve: boolean; rules: Message[]; more: number }
  links_once_only: None
  links_unsupported: None
  share_not_found: None
  nothing_to_export: None
  too_many_jobs: { most: number }
  page_range_invalid: { range: string; fault: PageRangesFault; pages: number }
  parts_too_large: { megabytes: number }
  approve_several: None
  too_many_invoices: { most: number; invoices: number }
  several_sellers: { sellers: { name: string; numbers: string[]; more: number }[] }
  same_invoice_number: { name: string; earlier: string }
  same_invoice_numbers: { pairs: { name: string; earlier: string }[] }
  columns_differ: { one: string; other: string }
  events_unknown: None
  calendar_without_swims: None
  calendar_without_day: None
  mapping_not_found: { mapping: string }
  draft_not_found: { mapping: string }
  mapping_built_in: { mapping: string; free: string | null }
  trial_fields: None
  trial_without_document: None
  only_files_kept: { formats: string[] }
  reading_not_correctable: None
  not_json: None
  reading_invalid: { fault: Message }
  params_not_taken: { mapping: string; known: string[]; given: string[] }
  params_missing: { mapping: string; names: string[] }
  accept_needed: { formats: string[] }
  process_without_pdf: None
  entry_not_found: None
  entry_too_long: None
  directory_full: None
  model_page_unreadable: { page: number; fault: 'truncated' | 'invalid' | 'refusal' }
  model_endless: None
  gateway_moved: None
  gateway_status: { status: number }
  gateway_answer_unusable: GatewayFault
  gateway_answer_unclear: { fault: 'head' | 'longer' | 'shorter' }
  result_gone: None
  stored_file_changed: None
  stored_differs: None
  machine_busy: None
  shutting_down: None
  address_not_pdf: None
  no_sheet_url: None
  page_too_large: None
  page_not_shown: None
  certificate_invalid: None
  address_status: { status: number }
  address_not_found: { status: number }
  mail_disabled: None
  addresses_full: { most: number }
  mail_limit: None
  unsubscribe_link_incomplete: None
  webhooks_full: { most: number }
  webhook_address_blocked: None
  delivery_not_found: None
  delivery_rejected: { status: number }
  delivery_redirected: { status: number }
  delivery_timed_out: None
  delivery_blocked: None
  delivery_unreachable: None
  webhook_not_found: None
  keys_full: { most: number }
  key_not_found: None
  key_may_not_manage_keys: None
  server_stopping: None
  address_login: None
  address_refused: { status: number }
  unsafe_text: None
  param_invalid: {
    name: string
    kind: 'text' | 'date' | 'time' | 'time_zone' | 'minutes' | 'schema'
    value: string
  }
  change_invalid: { path: string; fault: ChangeFault; most?: number }
  change_fault: { fault: ChangeFault; most?: number }
  learn_values_absent: { document: number; values: { path: string; value: string }[]; more: number }
  learn_not_approved: None
  learn_described: { mapping: string }
  learn_scan: None
  learn_edited: { layout: string }
  layout_not_found: { layout: string }
  learn_no_lines: { document: number }
  learn_too_large: { document: number }
  learn_items_not_found: { document: number }
  learn_sender_unknown: None
  learn_no_labels: None
  learn_table_not_found: None
  learn_not_reproduced: {
    document: number
    differences: { path: string; expected: string; read: string | null }[]
    more: number
  }
  learn_layout_invalid: { text: string }
  mapping_mistakes: { mistakes: LineFault[]; more: number }
  import_mistakes: { mistakes: LineFault[]; more: number }
  fields_invalid: { fields: Message[]; more?: number }
  key_prefix_not_found: { key: string }
  gateway_field_invalid: { field: string; fault: Message }
  entry_taken: { key: string; entry: string }
  address_compressed: None
  file_not_found: None
  not_a_file: None
  file_unopenable: { fault: string }
  file_unwritable: { file: string; fault: string }
  file_unreadable: { file: string; fault: string }
  path_or_url: None
  content_or_url: None
  not_mergeable: None
  output_not_written: {
    mapping: string
    format: string
    formats: string[]
    needs_swimmer: boolean
    reasons: Message[]
  }
}

export type ProblemCode = keyof ProblemParams
export type ClientProblemCode = keyof ClientProblemParams
