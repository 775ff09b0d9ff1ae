/** A `fetch` that reports how much of the body is sent, from 0 to 1: the browser's own does not. */
export const uploadingFetch =
  (onSent: (part: number) => void): typeof fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded / total));
      request.addEventListener('load', () =>
        resolve(new Response(request.responseText, { status: request.status, headers: headersIn(request) })),
      );
      request.addEventListener('error', () => reject(new TypeError('The service was not reached.')));
      request.addEventListener('abort', () => reject(new DOMException('The upload was aborted.', 'AbortError')));
      init.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init.body as XMLHttpRequestBodyInit);
    });

const headersIn = (request: XMLHttpRequest): [name: string, value: string][] =>
  request
    .getAllResponseHeaders()
    .trim()
    .split('\r\n')
    .map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')];
    });
