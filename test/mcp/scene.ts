import { Client, StreamableHTTPClientTransport, type VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import type { Answer, CallOptions, TestService } from '../support/service.ts';

export const VERSION = '2026-07-28';

/** What every request of the revision without a handshake has in its body. */
export const meta = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The headers of such a request. @param name of the tool, for a call */
export const headersOf = (method: string, name?: string): Record<string, string> => ({
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': VERSION,
  'mcp-method': method,
  ...(name !== undefined && { 'mcp-name': name }),
});

export const post = (service: TestService, options: CallOptions): Promise<Answer> =>
  service.call('POST', '/mcp', options);

/** Sends a request as the specification shows it. */
export function rpc(service: TestService, method: string, params: object = {}, options: CallOptions = {}) {
  const { name } = params as { name?: string };
  return post(service, {
    ...options,
    headers: { ...headersOf(method, name), ...options.headers },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
  });
}

/** Calls a tool. */
export const callTool = (service: TestService, name: string, args: object = {}, options: CallOptions = {}) =>
  rpc(service, 'tools/call', { name, arguments: args }, options);

/** The two texts of a tool's result: the body of the API's response, and its status with headers. */
export function textsOf({ body }: Pick<Answer, 'body'>): { body: string; head: string } {
  const texts = body.result.content.map(({ text }: { text: string }) => text);
  return texts.length === 1 ? { body: '', head: texts[0] } : { body: texts[0], head: texts[1] };
}

/** Connects the official client. */
export async function connect(service: TestService, key: string, mode: VersionNegotiationOptions['mode'] = 'auto') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

/** A key of the operator's account, or of the account with `key`. */
export async function keyWith(service: TestService, body: object, key = service.operatorKey): Promise<string> {
  const answer = await service.call('POST', '/v1/account/keys', { key, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.key;
}
