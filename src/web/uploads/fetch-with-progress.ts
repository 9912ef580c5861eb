export type OnProgress = (sentBytes: number, totalBytes: number) => void

/** Creates a `fetch` that reports upload progress. Uses XMLHttpRequest, because the real fetch cannot. */
export function fetchWithProgress(onProgress: OnProgress): typeof fetch {
  return (address, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', address instanceof Request ? address.url : address)
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.onprogress = (event) => onProgress(event.loaded, event.total)
      request.onload = () => resolve(toResponse(request))
      request.onerror = () => reject(new TypeError('The request failed'))
      request.onabort = () => reject(new DOMException('The request was aborted', 'AbortError'))
      init.signal?.addEventListener('abort', () => request.abort())
      request.send(init.body as FormData)
    })
}

function toResponse(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after')
  const headers = retryAfter === null ? {} : { 'retry-after': retryAfter }
  return new Response(request.responseText, { status: request.status, headers })
}
