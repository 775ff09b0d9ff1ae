import type { IncomingHttpHeaders } from 'node:http';
import { numberSource } from '../http/validation/json.ts';

/** https://modelcontextprotocol.io/specification/2026-07-28 */
const STATELESS = '2026-07-28';
/** Revisions that begin with `initialize`, the newest first. A server without sessions may serve them, too. */
const WITH_HANDSHAKE = ['2025-11-25', '2025-06-18'] as const;
export const VERSIONS: readonly string[] = [STATELESS, ...WITH_HANDSHAKE];

/** https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** A failure of the protocol, not of an operation. */
export class ProtocolError extends Error {
  readonly status: number;
  readonly code: number;
  readonly data: unknown;

  constructor(status: number, code: keyof typeof CODES, message: string, data?: unknown) {
    super(message);
    this.status = status;
    this.code = CODES[code];
    this.data = data;
  }
}

/** Numbers are their source text (`JSON.rawJSON`). */
type Members = Readonly<Record<string, unknown>>;

export interface Message {
  readonly id: unknown;
  readonly method: string;
  readonly params: Members;
  /** Of the revision without a handshake. */
  readonly isStateless: boolean;
}

/**
 * Reads the JSON-RPC request in a body, and checks its headers against it.
 *
 * @returns undefined for a notification, which needs no answer
 * @throws ProtocolError
 */
export function messageIn(body: unknown, headers: IncomingHttpHeaders): Message | undefined {
  if (!isObject(body) || body['jsonrpc'] !== '2.0' || typeof body['method'] !== 'string') {
    throw new ProtocolError(400, 'invalidRequest', 'The body must be one JSON-RPC 2.0 request or notification.');
  }
  const { method, params = {} } = body as { method: string; params?: unknown };
  if (!isObject(params)) throw new ProtocolError(400, 'invalidRequest', 'The member `params` must be an object.');
  if (!Object.hasOwn(body, 'id')) {
    if (method.startsWith('notifications/')) return undefined;
    throw new ProtocolError(400, 'invalidRequest', 'The request needs an `id`: only notifications have none.');
  }
  const id = idOf(body);
  if (id === undefined) throw new ProtocolError(400, 'invalidRequest', 'The `id` must be a string or an integer.');
  return { id, method, params, isStateless: checkVersion(method, params, headers) };
}

/** The id in a body; undefined if malformed. */
export function idOf(body: unknown): unknown {
  const id = isObject(body) ? body['id'] : undefined;
  return typeof id === 'string' || /^-?\d+$/.test(numberSource(id) ?? '') ? id : undefined;
}

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && numberSource(value) === undefined;

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** Returns whether the request is of the revision without a handshake. */
function checkVersion(method: string, params: Members, headers: IncomingHttpHeaders): boolean {
  const { _meta: meta } = params;
  const named = headers['mcp-protocol-version'];
  if (isObject(meta) && Object.hasOwn(meta, versionKey)) {
    checkStateless(method, params, meta, headers);
    return true;
  }
  if (named === STATELESS)
    throw new ProtocolError(400, 'invalidParams', `The request needs \`_meta["${versionKey}"]\`.`);
  if (method === 'initialize') return false;
  if (named === undefined) throw mismatch('The header `MCP-Protocol-Version` is required.');
  if (!VERSIONS.includes(String(named))) throw unsupported(String(named));
  return false;
}

function checkStateless(method: string, params: Members, meta: Members, headers: IncomingHttpHeaders): void {
  const version = meta[versionKey];
  for (const [key, isValid, rule] of [
    [versionKey, typeof version === 'string', 'a string'],
    [capabilitiesKey, isObject(meta[capabilitiesKey]), 'an object'],
  ] as const) {
    if (!isValid) throw new ProtocolError(400, 'invalidParams', `The request needs \`_meta["${key}"]\`, ${rule}.`);
  }
  requireEqual('MCP-Protocol-Version', headers['mcp-protocol-version'], version);
  if (version !== STATELESS) throw unsupported(String(version));
  requireEqual('Mcp-Method', headers['mcp-method'], method);
  if (method === 'tools/call') requireEqual('Mcp-Name', decoded(headers['mcp-name']), params['name']);
}

function requireEqual(header: string, value: unknown, inBody: unknown): void {
  if (value === undefined) throw mismatch(`The header \`${header}\` is required.`);
  if (value !== inBody) throw mismatch(`The header \`${header}\` differs from the body.`);
}

/** https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding */
function decoded(header: string | string[] | undefined): string | undefined {
  const text = header?.toString();
  const [, encoded] = /^=\?base64\?([A-Za-z\d+/]*={0,2})\?=$/.exec(text ?? '') ?? [];
  return encoded === undefined ? text : Buffer.from(encoded, 'base64').toString('utf8');
}

const mismatch = (message: string): ProtocolError => new ProtocolError(400, 'headerMismatch', message);

const unsupported = (requested: string): ProtocolError =>
  new ProtocolError(400, 'unsupportedVersion', `This service speaks ${VERSIONS.join(', ')}.`, {
    supported: VERSIONS,
    requested,
  });

/** The revision for a client that begins with `initialize`: the one that it names, or the newest with a handshake. */
export const negotiated = (requested: unknown): string =>
  WITH_HANDSHAKE.find((version) => version === requested) ?? WITH_HANDSHAKE[0];
