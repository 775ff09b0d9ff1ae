import type { ApiError } from '../http/errors.ts';
import type { RenderError } from '../http/pipeline/failures.ts';
import { CODES, idOf, type ProtocolError } from './messages.ts';

/** Writes a failure as a JSON-RPC error, whose `data` is the Error body. */
export const renderJsonRpc: RenderError = (error, _url, body) => ({
  type: 'application/json; charset=utf-8',
  body: errorJson({ code: codeOf(error), message: error.message, data: error.body() }, idOf(body)),
});

/** @param id left out if it is not known */
export const errorJson = (
  { code, message, data }: Pick<ProtocolError, 'code' | 'message' | 'data'>,
  id: unknown,
): string => JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });

/** JSON-RPC has no codes for keys and limits: the status supplies them. */
function codeOf({ code, status }: ApiError): number {
  if (code === 'invalid_json') return CODES.parseError;
  if (status === 400) return CODES.invalidRequest;
  return status === 500 ? CODES.internalError : status;
}
