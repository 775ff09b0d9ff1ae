import type { TObject, TString } from 'typebox';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import type { ErrorCode } from '../http/errors.ts';
import { readBytes } from '../http/pipeline/body.ts';
import { NoContent } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';

/** RFC 8058, section 3.2: mail programs send either. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

interface OneClickEnd {
  /** The path of the header `List-Unsubscribe` in the mails. */
  readonly url: string;
  readonly querystring: TObject<{ token: TString }>;
  readonly effects: Effects;
  /** What a token of no mail is refused with. */
  readonly error: ErrorCode;
  /** @throws ApiError `error` */
  readonly end: (tx: Queries, token: string) => Promise<unknown>;
}

/** @param url of `oneClickEnd` with the token */
export const oneClickHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Ends mails at the click of a mail program, RFC 8058. It sends no JSON, and the description of the API does not name it. */
export function oneClickEnd(v1: App, { url, querystring, effects, error, end }: OneClickEnd): void {
  void v1.register(async (app: App) => {
    readBytes(app, { types: FORMS, maxBytes: 1_000 });
    app.post(url, {
      schema: { querystring, response: { 204: NoContent('No such mail is sent any more.') } },
      config: { access: 'public', whose: 'link', consumes: FORMS, errors: [error] },
      handler: async (request, reply) => {
        await effects.run(request, reply, (tx) => end(tx, request.query.token));
        return reply.code(204).send();
      },
    });
  });
}
