import { ApiError, type ErrorCode } from '../../http/errors.ts';
import type { RenderError } from '../../http/pipeline/failures.ts';

/** What is wrong with a query parameter. */
export interface InvalidParameter {
  readonly in: 'query';
  readonly path: string;
  readonly message: string;
}

/** Where Petfinder described its errors: clients compare these texts. */
const typeOf = (code: string): string => `https://www.petfinder.com/developers/v2/docs/errors/${code}/`;

/** A failure with members of its own in its problem document. */
export class Problem extends ApiError {
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, detail: string, members: Readonly<Record<string, unknown>>) {
    super(code, detail);
    this.members = members;
  }
}

const invalidClient = 'Client authentication failed';

/** Petfinder's documents differ in their order and members from one failure to another. */
export const problems = {
  /** @param missing the names of members of the request's body */
  missing: (missing: readonly string[]): Problem =>
    new Problem('invalid_body', 'The request is missing required parameters.', {
      type: typeOf('ERR-00001'),
      title: 'Missing Parameters',
      'invalid-params': missing.map((path) => ({ in: 'body', path, message: `${path} is required.` })),
    }),

  invalid: (parameters: readonly InvalidParameter[]): Problem =>
    new Problem('invalid_parameter', 'The request contains invalid parameters.', {
      type: typeOf('ERR-00002'),
      title: 'Invalid Request',
      'invalid-params': parameters,
    }),

  unsupportedGrant: (): Problem =>
    new Problem('invalid_body', 'The authorization grant type is not supported.', {
      type: typeOf('ERR-00002'),
      title: 'unsupported_grant_type',
      'invalid-params': [{ in: 'body', path: 'grant_type', message: 'grant_type must be client_credentials.' }],
    }),

  /** A pair that does not exist, or is malformed. */
  invalidClient: (): Problem =>
    new Problem('invalid_api_key', invalidClient, {
      type: typeOf('ERR-401'),
      title: 'invalid_client',
      errors: [
        {
          code: 'invalid_client',
          title: 'invalid_client',
          message: invalidClient,
          details: invalidClient,
          href: typeOf('ERR-401'),
        },
      ],
      hint: null,
    }),
};

const TITLES: Readonly<Record<number, readonly [title: string, detail?: string]>> = {
  400: ['Invalid Request'],
  // The Python client renews its token when it reads this detail.
  401: ['Unauthorized', 'Access token invalid or expired'],
  403: ['Forbidden'],
  404: ['Not Found', 'Not Found'],
  405: ['Method Not Allowed'],
  408: ['Request Timeout'],
  413: ['Payload Too Large'],
  429: ['Too Many Requests'],
  431: ['Request Header Fields Too Large'],
  503: ['Service Unavailable'],
};

/** Writes a failure as Petfinder did. */
export const renderProblem: RenderError = (error) => {
  const { status, message } = error;
  const headers = { 'access-control-allow-origin': '*' };
  // As recorded. The log has the cause.
  if (status === 500)
    return {
      type: 'application/json',
      headers,
      body: JSON.stringify({ type: 'https://httpstatus.es/500', status, title: 'error', detail: 'error' }),
    };
  const [title = 'Error', detail = message] = TITLES[status] ?? [];
  const own = error instanceof Problem ? { detail: message, ...error.members } : {};
  const { type, ...rest } = { type: typeOf(status === 400 ? 'ERR-00002' : `ERR-${status}`), title, detail, ...own };
  return { type: 'application/problem+json', headers, body: JSON.stringify({ type, status, ...rest }) };
};
