import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { ApiError, type ErrorCode, ERRORS } from '../../src/http/errors.ts';
import { sharedService, startOnSqlite } from '../support/service.ts';
import { readSources } from '../support/sources.ts';

const catalogue = Object.entries(ERRORS).map(([code, { status, meaning }]) => ({ code, status, meaning }));
const codes = catalogue.map(({ code }) => code);

describe('the catalogue', () => {
  test('has the statuses of the specification, and only designed ones', () => {
    const statuses = [...new Set<number>(catalogue.map(({ status }) => status))];
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 404, 429]));
    const designed = [400, 401, 403, 404, 405, 408, 409, 410, 412, 413, 422, 429, 431, 500, 503];
    expect(designed).toEqual(expect.arrayContaining(statuses));
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
  });

  test('has codes in snake case, each with one sentence', () => {
    for (const { code, meaning } of catalogue) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(meaning).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('has no unused code', () => {
    const sources = Object.entries(readSources()).filter(([file]) => !/\/http\/(errors\.ts$|description\/)/.test(file));
    const unused = codes.filter((code) => !sources.some(([, source]) => source.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });

  test('an ApiError has the status of its code, and a body of exactly three members', () => {
    for (const { code, status } of catalogue) {
      const error = new ApiError(code as ErrorCode, 'Said.', { cause: new Error('not said') });
      expect(error.body()).toEqual({ code, message: 'Said.', status });
    }
  });
});

describe('docs/errors.md', () => {
  const page = readFileSync('docs/errors.md', 'utf8');

  test('has every code with its status and meaning, and no other', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (.*) \|$/gm)];
    const documented = rows.map(([, code, status, meaning]) => ({ code, status: Number(status), meaning }));
    expect(documented).toEqual(catalogue);
  });

  test('has a heading and advice for every status', () => {
    const headings = [...page.matchAll(/^## (\d+) (.*)$/gm)].map(([, status, name]) => [Number(status), name]);
    const statuses = [...new Set(catalogue.map(({ status }) => status))];
    expect(headings).toEqual(statuses.map((status) => [status, STATUS_CODES[status]]));
    for (const section of page.split(/^## /m).slice(1))
      expect(section.trimEnd().split('\n').at(-1)).toMatch(/^[A-Z].*\.$/);
  });
});

describe('the OpenAPI description', () => {
  let openapi: any; // oxlint-disable-line typescript/no-explicit-any -- a whole document
  const service = sharedService(startOnSqlite);
  beforeAll(async () => {
    openapi = (await service.call('GET', '/v1/openapi.json', { key: null })).body;
  });

  /** The error codes of an operation with their status. */
  const codesByStatus = (responses: Record<string, { $ref?: string; content?: object }>) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const resolved =
        response.$ref === undefined ? response : openapi.components.responses[response.$ref.split('/').at(-1)!];
      return Object.keys(resolved.content?.['application/json']?.examples ?? {}).map(
        (code) => [Number(status), code] as const,
      );
    });

  test('lists every code at some operation, except those of unknown paths and of the site', () => {
    const operations = Object.values<Record<string, { responses: object }>>(openapi.paths).flatMap((item) =>
      Object.values(item),
    );
    const described = new Set(
      operations.flatMap(({ responses }) => codesByStatus(responses as never).map(([, code]) => code)),
    );
    const elsewhere = new Set([
      'route_not_found',
      'method_not_allowed',
      'invalid_credentials',
      'invalid_metrics_token',
      'not_signed_in',
      'cross_site_request',
      'password_link_not_found',
      'confirmation_link_not_found',
      'already_member',
    ]);
    expect([...described].toSorted()).toEqual(codes.filter((code) => !elsewhere.has(code)).toSorted());
    expect(openapi.info.description).toContain('404 `route_not_found`');
    expect(openapi.info.description).toContain('405 `method_not_allowed`');
  });

  test('lists each code under its status, with its meaning and an example body', () => {
    for (const item of Object.values<Record<string, { responses: object }>>(openapi.paths)) {
      for (const { responses } of Object.values(item)) {
        for (const [status, code] of codesByStatus(responses as never))
          expect(status).toBe(ERRORS[code as ErrorCode].status);
      }
    }
    for (const [code, example] of Object.entries<{ value: object }>(openapi.components.examples)) {
      const { status, meaning } = ERRORS[code as ErrorCode];
      expect(example.value).toEqual({ code, message: meaning, status });
    }
  });

  test('has the Error of the specification: three required members', () => {
    const { type, required, properties } = openapi.components.schemas.Error;
    const types = Object.entries<{ type: string }>(properties).map(([name, property]) => [name, property.type]);
    expect({ type, required, types }).toEqual({
      type: 'object',
      required: ['code', 'message', 'status'],
      types: [
        ['code', 'string'],
        ['message', 'string'],
        ['status', 'integer'],
      ],
    });
  });
});
