import { test } from 'vitest';
import { expectError } from '../support/answers.ts';
import { type CallOptions, sharedService, startOnSqlite } from '../support/service.ts';

const service = sharedService(startOnSqlite);

const body = (text: string, contentType?: string): CallOptions => ({
  body: text,
  ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
});
test.each<[string, CallOptions, string, string]>([
  ['invalid JSON', body('{"message": "x"'), 'invalid_json', ''],
  ['no JSON at all', body('message=x'), 'invalid_json', ''],
  ['an empty body', body(''), 'invalid_body', 'body'],
  ['a duplicate member', body('{"message":"x","message":"y"}'), 'invalid_json', ''],
  ['invalid UTF-8', { body: Buffer.from('7b226d657373616765223a22ff227d', 'hex') }, 'invalid_json', ''],
  ['an array', { body: [] }, 'invalid_body', ''],
  ['null', body('null'), 'invalid_body', ''],
  ['`message` missing', { body: {} }, 'invalid_body', '`message` is required'],
  ['`message` in another case', { body: { Message: 'x' } }, 'invalid_body', '`message` is required'],
  ['`message` null', { body: { message: null } }, 'invalid_body', '`message` must be'],
  ['`message` a number', { body: { message: 1 } }, 'invalid_body', '`message` must be'],
  ['`message` an array', { body: { message: ['x'] } }, 'invalid_body', '`message` must be'],
  ['`message` an object', { body: { message: {} } }, 'invalid_body', '`message` must be'],
  ['`message` empty', { body: { message: '' } }, 'invalid_body', '1 to 4096 characters'],
  ['4,097 characters', { body: { message: 'x'.repeat(4_097) } }, 'invalid_body', '1 to 4096 characters'],
  ['4,097 characters beyond the basic plane', { body: { message: '🐕'.repeat(4_097) } }, 'invalid_body', '1 to 4096'],
  ['a NUL', { body: { message: 'a\u0000b' } }, 'invalid_body', 'control characters'],
  ['an escape character', { body: { message: '\u001b[2J' } }, 'invalid_body', 'control characters'],
  ['a C1 control character', { body: { message: '\u0085' } }, 'invalid_body', 'control characters'],
  ['DEL', { body: { message: '\u007f' } }, 'invalid_body', 'control characters'],
  ['half of a surrogate pair', body('{"message":"\\ud83d"}'), 'invalid_body', 'control characters'],
  ['text/plain', body('{"message":"x"}', 'text/plain'), 'unsupported_media_type', 'application/json'],
  ['a form', body('message=x', 'application/x-www-form-urlencoded'), 'unsupported_media_type', 'application/json'],
  ['application/json5', body('{"message":"x"}', 'application/json5'), 'unsupported_media_type', 'application/json'],
  ['a content type that is none', body('{"message":"x"}', 'json'), 'unsupported_media_type', 'application/json'],
])('400: %s', async (_name, options, code, naming) => {
  expectError(await service.call('POST', '/v1/messages', options), 400, code, naming);
});
