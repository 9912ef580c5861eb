import type { ClientProblemParams } from '../../messages/problem-codes.ts'
import type { Sentences } from '../../messages/reading-codes.ts'

/** Messages from the browser and client programs, in English. */
export const clientProblems: Sentences<ClientProblemParams> = {
  file_too_large: ({ megabytes }) =>
    `This file is larger than ${megabytes} MB. Split it or save it with smaller images.`,
  heic_image: () =>
    'This photo is in the HEIC format, which Docket cannot read. Save it as JPEG. On an iPhone, choose Settings › Camera › Formats › Most Compatible for new photos.',
  server_status: ({ status }) =>
    `The server responded with status ${status}. Please try again in a moment.`,
  not_docket: ({ status }) =>
    `This address responded with status ${status}, but it is not a Docket server. Check the address.`,
  unreachable: () => 'Cannot reach Docket. Check your connection.',
  server_unreachable: ({ address }) =>
    `Cannot reach Docket at ${address}. Check the address, and that the server is running.`,
  path_param_missing: ({ name, path }) =>
    `The parameter "${name}" of ${path} is missing. Pass it as { params: { ${name}: … } }.`,
  address_missing: () =>
    'The Docket address is missing. Set baseUrl, for example to http://127.0.0.1:3000.',
  address_invalid: ({ address }) =>
    `"${address}" is not a server URL. Use a URL that begins with http:// or https://, for example http://127.0.0.1:3000.`,
  source_not_address: ({ address }) =>
    `"${address}" is not a URL that begins with http:// or https://. To send a file, pass a Blob: await openAsBlob(path) in Node, or a File from an input element in browsers.`,
  source_not_content: () =>
    'This is neither content nor a URL. Pass a Blob, Uint8Array, ArrayBuffer or URL. openAsBlob returns a promise: await it first.',
  no_result: ({ status }) => `The job has no result. Its status is ${status}.`,
  one_invoice: () => 'Docket found only one invoice in this PDF. Specify the pages of each part.',
  polled_too_long: () => 'This job is taking longer than expected. Check again later.',
}
