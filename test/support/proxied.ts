import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import sharp from 'sharp';
import type { TestProxy } from './caddy.ts';

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** The address of the client. */
  readonly from?: string;
}

/** Sends a request through a proxy. Its body is not read. */
export async function sendThrough(
  { origin, authority }: TestProxy,
  method: string,
  path: string,
  { headers, body, from = '127.0.0.1' }: Sent = {},
): Promise<IncomingMessage> {
  const { host, port } = new URL(origin);
  const sent = request({
    host: '127.0.0.1',
    servername: 'localhost',
    port,
    method,
    path,
    // The proxy may end a connection whose request it has refused, just as another request is sent over it.
    agent: false,
    ca: authority,
    localAddress: from,
    headers: { host, ...headers },
  })
    // The answer may come before the end of the body, and the proxy then refuses the rest.
    .on('error', () => {})
    .end(body);
  const [answer] = await once(sent, 'response');
  return answer;
}

/** Reads a live stream on until it has said this, and returns what it has said: a proxy passes on pieces of any size, and signs of life come in between. */
export async function readUntil(stream: AsyncIterator<string>, said: string): Promise<string> {
  let text = '';
  while (!text.includes(said)) {
    const { done, value } = await stream.next();
    if (done === true) throw new Error(`The stream ended after ${text}`);
    text += value;
  }
  return text;
}

/** A photo of exactly so many bytes: comments fill it. */
export async function photoOf(bytes: number): Promise<Buffer> {
  const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const comments: Buffer[] = [];
  for (let left = bytes - image.length; left > 0;) {
    // A marker and its length take four bytes, so that a rest below them must not remain.
    const size = left > 65_537 ? Math.min(65_537, left - 4) : left;
    const comment = Buffer.alloc(size, ' ');
    comment.writeUInt16BE(0xff_fe, 0);
    comment.writeUInt16BE(size - 2, 2);
    comments.push(comment);
    left -= size;
  }
  return Buffer.concat([image.subarray(0, 2), ...comments, image.subarray(2)]);
}
