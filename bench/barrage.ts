import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The results of a barrage. */
export interface Tally {
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Responses without the rate-limit headers. */
  readonly withoutHeaders: number;
  readonly slowestMs: number;
  readonly totalMs: number;
}

/** The number of connections to each origin. */
export const connectionsEach = 16;

/**
 * Sends `count` requests with a key, an equal share to each origin. All connections are open before the first request, and each sends its
 * next request after the response to the previous one.
 *
 * @param onAnswer receives the number of responses so far
 */
export async function barrage(
  origins: readonly string[],
  key: string,
  count: number,
  onAnswer: (answers: number) => void = () => {},
): Promise<Tally> {
  const sockets = await Promise.all(
    origins.flatMap((origin) => Array.from({ length: connectionsEach }, () => open(new URL(origin)))),
  );
  const request = Buffer.from(
    `GET /v1/pets?limit=1 HTTP/1.1\r\nhost: petstore\r\nauthorization: Bearer ${key}\r\n\r\n`,
  );
  const statuses = new Map<number, number>();
  let [withoutHeaders, slowestMs, answers] = [0, 0, 0];
  const since = performance.now();

  const send = async (socket: Socket, share: number): Promise<void> => {
    for (let sent = 0; sent < share; sent += 1) {
      const sentMs = performance.now();
      socket.write(request);
      const head = await answerOn(socket);
      slowestMs = Math.max(slowestMs, performance.now() - sentMs);
      const status = Number(head.slice(9, 12));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (!/\r\nx-ratelimit-limit: \d+\r\nx-ratelimit-remaining: \d+\r\nx-ratelimit-reset: \d+\r\n/.test(head))
        withoutHeaders += 1;
      answers += 1;
      onAnswer(answers);
    }
    socket.destroy();
  };
  await Promise.all(sockets.map((socket, i) => send(socket, shareOf(count, sockets.length, i))));
  return { statuses, withoutHeaders, slowestMs, totalMs: performance.now() - since };
}

/** Equal shares; the first ones are larger by one if the count does not divide evenly. */
const shareOf = (count: number, of: number, index: number): number =>
  Math.floor(count / of) + (index < count % of ? 1 : 0);

async function open({ hostname, port }: URL): Promise<Socket> {
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, 'connect');
  return socket;
}

/** Resolves with the head of the next response after its body has arrived too. */
function answerOn(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (data: Buffer) => {
      text += data.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = text.slice(0, end + 2);
      const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      stop();
      resolve(head);
    };
    const onEnd = () => {
      stop();
      reject(new Error('A connection was closed before its response.'));
    };
    const stop = () => socket.off('data', onData).off('close', onEnd).off('error', onEnd);
    socket.on('data', onData).on('close', onEnd).on('error', onEnd);
  });
}
