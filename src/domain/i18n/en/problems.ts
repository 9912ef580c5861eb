import { joinList } from '../../messages/format-amount.ts'
import type { GatewayFault, PageRangesFault, ProblemParams } from '../../messages/problem-codes.ts'
import { composeProblemParts, endSentence } from '../../messages/problem-parts.ts'
import type { Sentences } from '../../messages/reading-codes.ts'
import { renderFrom } from '../../messages/render-from.ts'
import { changeFaults } from './change-faults.ts'
import { clientProblems } from './client-problems.ts'
import { errors } from './errors.ts'
import { faults } from './faults.ts'
import { separators } from './money.ts'
import { paramKinds } from './param-kinds.ts'
import { explainUnavailableOcr, reading } from './reading.ts'

/** Names of rate limits that differ from their names in headers. */
const budgets: Readonly<Record<string, string>> = { 'bulk-changes': 'bulk changes' }

const modelFaults = {
  truncated: 'the page has too much content for one response',
  invalid: 'its responses were not valid',
  refusal: 'it refused to read the page',
}

const pageFaults: Record<PageRangesFault, (pages: string) => string> = {
  reversed: () => 'the last page comes before the first',
  overlaps: () => 'ranges must be in page order and must not overlap',
  outside: (pages) => `the document has ${pages} pages`,
}

const answerFaults = {
  head: 'its first line is not valid',
  longer: 'it is longer than declared',
  shorter: 'it is incomplete',
}

const { count, errorText, named, changeFault, faultText, lineFaults } = composeProblemParts({
  separators,
  faults,
  changeFaults,
  lineFault: (line, fault) => `Line ${line}: ${fault}.`,
  moreFaults: (more) => `And ${more} more.`,
  catalogues: () => ({ errors, problems }),
})

/** Details more specific than an error code, in English. */
export const problems: Sentences<ProblemParams> = {
  ...clientProblems,
  other: ({ text }) => text,

  left_out_failed: ({ name, error }) => `${name} failed: ${errorText(error)}`,
  left_out_cancelled: ({ name }) => `${name} was cancelled.`,
  left_out_expired: ({ name }) => `The result of ${name} was deleted.`,
  left_out_split: ({ name }) => `${name} was split; export its parts instead.`,
  left_out_unfinished: ({ name }) => `${name} is not complete yet.`,
  left_out_without_output: ({ name, format, formats }) =>
    `${name} has no ${format} output. Available formats: ${formats.join(', ')}.`,
  left_out_no_heat_sheet: ({ name }) => `${name} is not a heat sheet.`,
  left_out_rules: ({ name, rules }) =>
    `${name}: ${rules.map((rule) => renderFrom(reading, rule)).join(' ')}`,
  export_not_found: () => 'Export not found.',
  none_exportable: ({ format }) => `None of these jobs can be exported as ${format.toUpperCase()}.`,
  some_not_exportable: ({ left_out, total, format }) =>
    `${left_out} of ${total} jobs cannot be exported as ${format}. Wait for them, or export the other ${total - left_out}.`,

  mapping_gone: ({ mapping }) => `The mapping "${mapping}" no longer exists.`,
  layout_mismatch: ({ title }) =>
    `This document does not have the layout "${title}". Choose another, or "Automatic".`,
  layouts_ambiguous: ({ mappings }) =>
    `The layouts ${joinList(mappings, 'and')} both match this document. Choose one of them.`,
  e_invoice_missing: () =>
    'This PDF does not contain an e-invoice. Choose another mapping, or "Automatic".',
  e_invoice_unreadable: reading.e_invoice_unreadable,
  too_many_pages: ({ pages, most }) =>
    `This PDF has ${count(pages)} pages, but at most ${count(most)} can be read. Split it into smaller parts.`,
  too_many_scans: ({ most }) =>
    `This PDF has more than ${count(most)} scanned pages, which is the maximum. Split it into smaller parts.`,
  too_much_text: () =>
    'This PDF contains more text than Docket can read. Split it into smaller parts.',
  too_many_pages_for_model: ({ pages, most }) =>
    `This heat sheet has ${count(pages)} pages in an unknown layout, but the language model reads at most ${count(most)}. Split it into smaller parts.`,
  page_damaged: ({ page }) =>
    `Page ${page} of this PDF is damaged. Export or download the file again.`,
  only_images: (reason) =>
    `This PDF contains only images, no text. ${explainUnavailableOcr(reason)}`,

  image_too_large: ({ width, height, side, megapixels }) =>
    `This image has ${count(width)} × ${count(height)} pixels. At most ${count(side)} per side and ${megapixels} megapixels can be read. Save it at a smaller size.`,
  image_animated: () => 'This image is animated. Save one frame as a JPEG or PNG.',
  image_unsupported: () =>
    'This image format is not supported. Open the image in a viewer and save it as a JPEG or PNG.',

  file_field_is_text: () =>
    'The field "file" contains text instead of a file. With curl, write @ before the file name: -F file=@invoice.pdf.',
  field_repeated: ({ field }) => `The field "${field}" appears more than once.`,
  field_too_long: ({ field }) => `The field "${field}" is too long.`,
  too_many_fields: () =>
    'This form has too many fields. An upload accepts file or url, mapping and params.',
  boundary_missing: () => 'The Content-Type header of this form has no boundary.',
  mapping_unknown: ({ mapping, known }) =>
    `There is no mapping "${mapping}". Available: ${known.join(', ')}.`,
  params_not_json: () =>
    'The "params" field must be a JSON object with string values, such as {"name":"value"}.',
  no_document: () =>
    'The request does not contain a document. Send a PDF as "file", or its URL as "url".',
  none_readable: ({ documents, more = 0 }) => {
    const rest = more > 0 ? ` And ${count(more)} more documents.` : ''
    return `None of these documents can be read. ${documents.map((one) => named(one)).join(' ')}${rest}`
  },
  document_unreadable: named,
  batch_too_large: ({ most }) =>
    `A batch can contain at most ${count(most)} documents. Nothing was stored. Send the rest as another batch.`,
  body_too_large: ({ most_bytes }) =>
    `The request body is larger than ${count(most_bytes)} bytes. Send it in smaller parts.`,
  body_empty: () => 'The request body is empty. Send JSON.',
  body_not_json: () => 'The request body is not valid JSON.',
  url_invalid: () => 'The request URL is not valid.',
  json_too_deep: ({ most }) => `The request JSON is nested more than ${count(most)} levels deep.`,
  content_type_wrong: ({ wanted, given }) =>
    `Send ${wanted}. The request body has ${given === null ? 'no Content-Type' : `the type ${given}`}.`,
  method_unknown: ({ method, allowed }) =>
    `This address does not support ${method}, only ${allowed}.`,
  invalid_http: () => 'This is not a valid HTTP request.',
  idempotency_key_invalid: () =>
    'An Idempotency-Key must have 1 to 255 printable characters and no spaces.',
  two_credentials: () => 'Send either Authorization or X-API-Key, not both.',
  tokens_not_taken: () => 'This server does not accept tokens: its AUTH_MODE is session.',
  key_wrong: () =>
    'This API key is not valid. Check that you copied all of it and that it was not revoked.',
  oidc_not_configured: () => 'This server has no sign-in service: OIDC_ISSUER is not set.',
  sign_in_ended: () => 'You are no longer signed in. Please sign in again.',
  viewer_only: () =>
    'You can view this team’s documents but not change them. Ask a team owner to change your role.',
  no_team: () => 'You are not in a team.',
  already_in_team: () => 'You are already in a team. Leave it first.',
  team_not_empty: () => 'The team still has other members. Remove them first.',
  team_full: ({ most }) => `This team already has ${count(most)} members.`,
  invitations_full: ({ most }) =>
    `There are already ${count(most)} pending invitations. Revoke some of them first.`,
  member_not_found: () => 'This person is not in your team.',
  last_owner: () =>
    'A team needs an owner. Make another member an owner first, or delete the team if you are its only member.',
  tokens_unverifiable: () => 'Tokens cannot be verified right now. Please try again in a moment.',
  metrics_token_needed: () => 'Send the METRICS_TOKEN setting as a bearer token.',
  cursor_invalid: () => 'This cursor is not valid. Use the one from the previous page.',
  rate_exceeded: ({ most, budget, seconds }) =>
    `Limit of ${count(most)} ${budgets[budget] ?? budget} per minute exceeded. Please try again in ${seconds} s.`,
  daily_bytes_exceeded: ({ megabytes, hours }) =>
    `Limit of ${count(megabytes)} MB of uploads per day reached. It resets in ${hours} h.`,
  stored_bytes_exceeded: ({ megabytes }) =>
    `Limit of ${count(megabytes)} MB of stored documents reached. Delete documents that you no longer need.`,
  sessions_exceeded: ({ most, seconds }) =>
    `Your network has started more than ${count(most)} sessions within an hour. Please try again in ${seconds} s, or use an API key.`,
  wrong_keys: ({ seconds }) => `Too many wrong keys from this address. Please wait ${seconds} s.`,
  streams_open: ({ whose, most, seconds }) =>
    `${whose === 'yours' ? 'You already have' : 'Your network already has'} ${count(most)} open streams. Close some, or try again in ${seconds} s.`,
  admin_disabled: () => 'System status is unavailable: ADMIN_KEY is not set on this server.',
  job_not_found: () => 'Job not found. It may have been deleted.',
  job_id_not_found: ({ id }) => `Job ${id} not found. It may have been deleted.`,
  job_not_in_batch: () => 'Job not found in this batch.',
  batch_not_found: () => 'Batch not found. It may have been deleted.',
  upload_not_found: () => 'Upload not found. It may have been deleted.',
  upload_ended: () => 'All documents in this upload have finished and can no longer be cancelled.',
  batch_ended: () => 'All jobs in this batch have ended and can no longer be cancelled.',
  batch_without_failures: () => 'No jobs in this batch have failed.',
  job_failed: ({ error }) => `This job failed and has no result: ${errorText(error)}`,
  job_cancelled: () => 'This job was cancelled and has no result.',
  source_expired: () => 'The file for this job has expired and been deleted.',
  deleted_after_download: () =>
    'This result has already been downloaded, and this server deletes results after the first download. Upload the file again.',
  declared_type: ({ type, content }) =>
    content === null
      ? `This file was sent as ${type}, but it is neither a PDF nor a JPEG, PNG or TIFF image.`
      : `This file was sent as ${type}, but its content is ${content}. Send it as ${content}.`,
  source_not_fetched: () => 'The file for this job has not been downloaded yet.',
  output_missing: ({ format, formats }) =>
    `This job has no ${format} output. Available formats: ${formats.join(', ')}.`,
  calendar_missing: ({ formats }) =>
    `There is no calendar yet, because no swimmer was chosen. Choose one on the meet page, or download ${formats.join(' or ')}.`,
  coretax_withheld: ({ can_approve, rules, more }) =>
    [
      can_approve
        ? 'Review and approve the document to create its Coretax file. To check:'
        : 'Fix these issues to create the Coretax file:',
      ...rules.map((rule) => renderFrom(reading, rule)),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ].join(' '),
  links_once_only: () =>
    'This server deletes a result after its first download, so there is no link to it. Download it here.',
  links_unsupported: () =>
    'This server stores files on a local disk, so there are no links to them.',
  share_not_found: () => 'This link is invalid or has expired. Ask the sender for a new one.',
  nothing_to_export: () => 'No jobs to export.',
  page_range_invalid: ({ range, fault, pages }) =>
    `Pages ${range}: ${pageFaults[fault](count(pages))}.`,
  parts_too_large: ({ megabytes }) =>
    `The parts would be larger than ${count(megabytes)} MB in total, because each repeats large images or fonts. Split into fewer parts.`,
  approve_several: () =>
    'This PDF contains several invoices, and only the first was read. Split it first, or keep it as one invoice.',
  too_many_jobs: ({ most }) => `Select at most ${count(most)} jobs at a time.`,
  too_many_invoices: ({ most, invoices }) =>
    `Coretax accepts at most ${count(most)} invoices per file, but there are ${count(invoices)} here. Export them in parts.`,
  several_sellers: ({ sellers }) =>
    `These invoices are from several sellers: ${sellers.map((one) => `${one.name} (${one.numbers.join(', ')}${one.more > 0 ? ` and ${one.more} more` : ''})`).join('; ')}. Export one file per seller.`,
  same_invoice_number: ({ name, earlier }) => `${name} has the same invoice number as ${earlier}.`,
  same_invoice_numbers: ({ pairs }) =>
    `${pairs.map((pair) => problems.same_invoice_number(pair, 0)).join(' ')} Remove the duplicates, or export anyway.`,
  columns_differ: ({ one, other }) =>
    `${one} and ${other} have different columns, so they cannot be combined in one table. Export each kind of document separately.`,
  events_unknown: () => 'Some of these events are not in the results.',
  calendar_without_swims: () =>
    'None of these swimmers are on these sheets, so there is no calendar.',
  calendar_without_day: () =>
    'These sheets have no date, so there is no calendar. Upload them again with a date.',
  mapping_not_found: ({ mapping }) => `There is no mapping "${mapping}".`,
  draft_not_found: ({ mapping }) => `There is no draft "${mapping}".`,
  mapping_built_in: ({ mapping, free }) =>
    `${mapping} is built in and cannot be changed.${free === null ? '' : ` Save it under another name, such as ${free}.`}`,
  trial_fields: () => 'A test requires a file or a job_id; yaml and params are optional.',
  trial_without_document: () => 'The request does not contain a document. Send a file or a job_id.',
  only_files_kept: ({ formats }) =>
    `Only files were stored for this document (${formats.join(', ')}), so there is no reading to correct.`,
  reading_not_correctable: () =>
    'Plain text cannot be corrected, only invoices, heat sheets and custom fields.',
  not_json: () => 'This file is not valid JSON.',
  reading_invalid: ({ fault }) =>
    `This JSON is not an invoice reading. ${faultText(fault, 'The document')}.`,
  params_not_taken: ({ mapping, known, given }) =>
    `Unknown parameter for ${mapping}: ${given.join(', ')}. It accepts ${known.length > 0 ? `only ${known.join(', ')}` : 'no parameters'}.${given.includes('schema') ? ' To read custom fields, leave out the mapping, or use auto.' : ''}`,
  params_missing: ({ mapping, names }) => `${mapping} also requires ${names.join(', ')}.`,
  accept_needed: ({ formats }) =>
    `This mapping responds with ${formats.map((one) => `application/${one}`).join(' or ') || 'nothing'}; the Accept header must allow it.`,
  process_without_pdf: () =>
    'Send a PDF in the file field of a multipart/form-data request, or a reading as JSON.',
  entry_not_found: () => 'Entry not found. It may have been deleted.',
  entry_too_long: () => 'This entry is too long.',
  directory_full: () => 'The directory is full. Delete unused entries.',
  model_page_unreadable: ({ page, fault }) =>
    `The layout of this heat sheet is unknown, and the language model could not read page ${page}: ${modelFaults[fault]}.`,
  model_endless: () => 'The response from the language model was too long.',
  gateway_moved: () =>
    'The gateway has moved. The administrator needs to set GATEWAY_URL to its new address.',
  gateway_status: ({ status }) => `The gateway rejected this document with status ${status}.`,
  gateway_answer_unusable: (params) =>
    `The gateway response cannot be used: ${gatewayFault(params)}.`,
  gateway_answer_unclear: ({ fault }) =>
    `The gateway response is malformed: ${answerFaults[fault]}. Is the gateway running the same version of Docket?`,
  result_gone: () => 'The result to reuse has just been deleted.',
  stored_file_changed: () => 'The stored file has changed since it was uploaded.',
  stored_differs: () => 'The stored file differs from the file that was sent. Please try again.',
  machine_busy: () => 'This server is too busy to open documents right now. Please try again soon.',
  shutting_down: () => 'Docket is shutting down. Please try again later.',
  no_sheet_url: () =>
    'These sheets were uploaded as files, so there is no link to check. Upload the newer sheet.',
  address_not_pdf: () =>
    'This URL does not lead to a PDF or an image. If the page links to a PDF, use that link.',
  page_too_large: () =>
    'This page is too large to search for heat sheets. Use the link to the PDF itself.',
  page_not_shown: () => 'The browser could not open this page.',
  certificate_invalid: () => 'The server certificate is not valid. Check the address in a browser.',
  address_status: ({ status }) =>
    `The website responded with status ${status}. Please try again in a moment.`,
  address_not_found: ({ status }) =>
    `There is no file at this address (${status}). Check it for typing errors.`,
  mail_disabled: () => 'Email is not configured on this server.',
  addresses_full: ({ most }) =>
    `This batch already notifies ${count(most)} addresses, which is the maximum.`,
  mail_limit: () =>
    'Too many emails were sent to this address in the last hour. Please try again later.',
  unsubscribe_link_incomplete: () => 'This link is incomplete. Copy the whole link from the email.',
  view_not_found: () => 'Saved view not found.',
  views_full: ({ most }) => `You already have ${count(most)} saved views. Delete unused ones.`,
  webhooks_full: ({ most }) => `You already have ${count(most)} webhooks. Delete unused ones.`,
  webhook_address_blocked: () =>
    'Docket cannot call this URL. Use a public https:// or http:// URL on the default port. To call a private network, set WEBHOOK_ALLOWED_NETWORKS on the server.',
  delivery_not_found: () => 'Delivery not found. It may have been deleted.',
  delivery_rejected: ({ status }) => `The server responded with ${status}.`,
  delivery_redirected: ({ status }) =>
    `The server responded with a redirect (${status}), which Docket does not follow.`,
  delivery_timed_out: () => 'The server did not respond in time.',
  delivery_blocked: () => 'Docket is not allowed to send to this address.',
  delivery_unreachable: () => 'The server could not be reached.',
  webhook_not_found: () => 'Webhook not found. It may have been deleted.',
  keys_full: ({ most }) => `You already have ${count(most)} keys. Revoke unused ones.`,
  key_not_found: () => 'Key not found.',
  key_may_not_manage_keys: () => 'A key cannot create or revoke keys. Sign in to do so.',
  server_stopping: () => 'This server is shutting down. Please connect again.',
  address_login: () =>
    'This website requires you to sign in. Download the file yourself and upload it.',
  address_refused: ({ status }) =>
    `The website responded with status ${status} instead of a file. Download the file yourself and upload it.`,
  unsafe_text: () => 'The request contains a NUL character or a lone surrogate. Remove it.',
  param_invalid: ({ name, kind, value }) => `${name} must be ${paramKinds[kind]}, not "${value}".`,
  change_invalid: ({ path, fault, most }) => `${path}: ${changeFault(fault, most)}.`,
  change_fault: ({ fault, most }) => changeFault(fault, most),
  learn_values_absent: ({ document, values, more }) => {
    const listed = values.map(({ path, value }) => `${path} (${value})`)
    return `These values from document ${document} are not on its pages: ${joinList(listed, 'and')}${more > 0 ? ` and ${more} more` : ''}.`
  },
  learn_not_approved: () => 'Approve the invoice first.',
  learn_described: ({ mapping }) => `The mapping ${mapping} already describes this layout.`,
  learn_scan: () => 'Layouts cannot be learned from scans.',
  learn_edited: ({ layout }) => `You edited the layout ${layout}, so Docket will not replace it.`,
  layout_not_found: ({ layout }) => `Layout ${layout} not found.`,
  learn_no_lines: ({ document }) => `The reading of document ${document} has no lines.`,
  learn_too_large: ({ document }) => `Document ${document} has too many pages to learn from.`,
  learn_items_not_found: ({ document }) =>
    `The lines of document ${document} were not found on its pages in this order.`,
  learn_sender_unknown: () =>
    'The reading has no seller, so Docket would not recognise later documents from this sender.',
  learn_no_labels: () =>
    'There is nothing to learn: none of the values that you corrected has a label on the page.',
  learn_table_not_found: () => 'No header row was found above the lines.',
  learn_not_reproduced: ({ document, differences, more }) => {
    const listed = differences.map(
      ({ path, expected, read }) =>
        `${path} (expected ${expected}, but found ${read ?? 'nothing'})`,
    )
    return `No layout reads document ${document} exactly: ${joinList(listed, 'and')}${more > 0 ? ` and ${more} more` : ''}.`
  },
  learn_layout_invalid: ({ text }) => `The learned layout is not valid: ${text}`,
  mapping_mistakes: (params) =>
    `This mapping was not saved. ${lineFaults(params.mistakes, params.more)}`,
  import_mistakes: (params) => `Nothing was imported. ${lineFaults(params.mistakes, params.more)}`,
  fields_invalid: ({ fields, more = 0 }) => {
    const faults = fields.map((one) => faultText(one, 'The request')).join('; ')
    const rest = more > 0 ? `; and ${count(more)} more errors` : ''
    return endSentence(`This request is not valid. ${faults}${rest}`)
  },
  key_prefix_not_found: ({ key }) => `There is no key ${key}. "docket keys list" shows all keys.`,
  gateway_field_invalid: ({ field, fault }) => `The field "${field}" ${faultText(fault)}.`,
  entry_taken: ({ key, entry }) => `"${key}" is already used by ${entry}. Edit that entry instead.`,
  address_compressed: () =>
    'The website sends the file compressed, which is not supported. Download the file yourself and upload it.',
  file_not_found: () => 'File not found.',
  not_a_file: () => 'Not a regular file.',
  file_unopenable: ({ fault }) => `The file cannot be opened: ${fault}.`,
  file_unwritable: ({ file, fault }) => `Cannot write ${file}: ${fault}.`,
  file_unreadable: ({ file, fault }) =>
    `Cannot read ${file} (${fault}). Pass the full path of a PDF on the machine that runs docket mcp.`,
  path_or_url: () => 'Pass either path or url.',
  content_or_url: () => 'Pass either content or url.',
  output_not_written: ({ mapping, format, formats, needs_swimmer, reasons }) =>
    [
      `No ${format} output: ${mapping} writes ${formats.join(', ')}.`,
      ...(needs_swimmer ? ['A calendar needs --param swimmer=NAME.'] : []),
      ...reasons.map((reason) => renderFrom(reading, reason)),
    ].join(' '),
  queue_long: ({ queued, most, is_paused }) =>
    `${queued} jobs are waiting, more than ${most}.${paused(is_paused)}`,
  oldest_waiting: ({ minutes, is_paused }) =>
    `A job has been waiting for ${minutes} min.${paused(is_paused)}`,
  error_rate: ({ failed, ended, percent }) =>
    `${failed} of ${ended} jobs (${percent}%) failed in the last 5 minutes.`,
  worker_lost: ({ worker, host }) =>
    `Worker ${worker} on ${host} stopped responding. Other workers will continue its jobs.`,
  no_worker: () => 'No worker has responded for 5 minutes.',
  breaker_open: ({ dependency }) => `Calls to ${dependency} are failing. Jobs are waiting for it.`,
  mailbox_down: ({ fault }) =>
    `The mailbox cannot be read: ${fault}. Check IMAP_URL and the mail server.`,
  storage_down: ({ fault }) => `The file storage is not responding: ${fault}.`,
  storage_full: ({ percent }) => `The storage disk is ${percent}% full.`,
  not_mergeable: () => 'This document is not an invoice and cannot be merged.',
}

function paused(isPaused: boolean): string {
  return isPaused ? ' The queue is paused.' : ''
}

function gatewayFault(params: GatewayFault): string {
  switch (params.fault) {
    case 'content_type':
      return `it is ${params.type}, not XML. Check GATEWAY_URL`
    case 'too_large':
      return `it is larger than ${params.megabytes} MB`
    case 'not_xml':
      return 'it is not XML'
    case 'empty':
      return 'it is empty'
  }
}
