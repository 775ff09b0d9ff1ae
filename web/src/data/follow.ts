import type { EventType, PetstoreEvent, Petstore } from '../../../client/src/petstore.ts';
import { failureOf } from './failure.ts';

export interface Follower<Kind extends EventType> {
  /** All that the key may read by default. */
  readonly types?: readonly Kind[];
  readonly onEvent: (event: PetstoreEvent<Kind>) => void;
}

/** A hidden window gives its connection back: over HTTP/1.1 a browser has six for all windows of a site. */
const hiddenMs = 20_000;
/** After a refusal, such as at the limit of the board's account. */
const retryMs = 30_000;

/** Follows events while the window is visible. What was read before a stream begins may be out of date: see `noticingStreams`. Returns a function that stops it. */
export function follow<Kind extends EventType>(petstore: Petstore, { types, onEvent }: Follower<Kind>): () => void {
  let controller: AbortController | undefined;
  let position: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function listen(signal: AbortSignal): Promise<void> {
    try {
      const after = position === undefined ? {} : { after: position };
      const only = types === undefined ? {} : { types };
      for await (const event of petstore.events.stream({ ...only, signal, ...after })) {
        position = event.sequence;
        onEvent(event);
      }
    } catch (failure) {
      if (failureOf(failure).code === 'aborted') return;
      stop();
      timer = setTimeout(start, retryMs);
    }
  }
  function start(): void {
    clearTimeout(timer);
    if (controller !== undefined) return;
    controller = new AbortController();
    void listen(controller.signal);
  }
  function stop(): void {
    controller?.abort();
    controller = undefined;
  }
  function onVisibility(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') start();
    else timer = setTimeout(stop, hiddenMs);
  }

  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(timer);
    stop();
  };
}

/** A `fetch` that reports each new stream that does not resume an earlier one: data that was read before it may be out of date. */
export const noticingStreams =
  (onBegin: () => void, send: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    const headers = new Headers(init?.headers);
    const isStream = headers.get('accept') === 'text/event-stream';
    if (isStream && response.ok && !headers.has('last-event-id')) onBegin();
    return response;
  };
