import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one address. */
type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server of images, and of what is none, that counts who asks for what. */
export interface ImageServer {
  readonly origin: string;
  /** By path; all other paths are 404. */
  readonly answers: Map<string, Answer>;
  readonly asked: string[];
  /** How many requests were being answered at the same time, at most. */
  most(): number;
  close(): Promise<void>;
}

export const ofImage =
  (bytes: Buffer): Answer =>
  (response) =>
    response.setHeader('content-type', 'image/jpeg').end(bytes);

export async function startImages(): Promise<ImageServer> {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  let running = 0;
  let most = 0;
  const server = createServer((request, response) => {
    const { url = '' } = request;
    asked.push(url);
    running += 1;
    most = Math.max(most, running);
    response.once('close', () => (running -= 1));
    const answer = answers.get(url);
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    asked,
    most: () => most,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
