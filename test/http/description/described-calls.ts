import { expect } from 'vitest';
import { describedOperations, shapeCheck } from '../../support/description.ts';
import type { Answer, CallOptions, TestService } from '../../support/service.ts';

export type DescribedCalls = Awaited<ReturnType<typeof describedCalls>>;

/** Calls operations of the service, and compares their responses with its description. */
export async function describedCalls(service: TestService) {
  const { body: openapi } = await service.call('GET', '/v1/openapi.json', { key: null });
  const operations = describedOperations(openapi);
  const check = shapeCheck(openapi);
  const seen = new Map<string, Set<number>>();

  /** Calls an operation, and compares its response with the description. */
  async function expectDescribed(
    operationId: string,
    status: number,
    options: CallOptions & { params?: object; query?: string } = {},
  ): Promise<Answer> {
    const { method, path, responses } = operations.find((found) => found.operationId === operationId)!;
    const target = Object.entries(options.params ?? {}).reduce(
      (part, [name, value]) => part.replace(`{${name}}`, String(value)),
      path,
    );
    const answer = await service.call(method.toUpperCase(), `/v1${target}${options.query ?? ''}`, options);
    expect([operationId, answer.status, answer.text]).toEqual([operationId, status, expect.anything()]);

    const response = responses[String(status)];
    expect(response, `${operationId} ${status} is described`).toBeDefined();
    const optional = new Set([
      'Link',
      'Idempotency-Replayed',
      'Preference-Applied',
      ...(operationId === 'listPets' ? ['ETag'] : []),
    ]);
    const missing = Object.keys(response!.headers).filter((name) => !optional.has(name) && !answer.headers.has(name));
    expect([operationId, status, missing]).toEqual([operationId, status, []]);
    const media = response!.content?.['application/json'];
    const wrong = media === undefined ? [answer.text].filter((text) => text !== '') : check(media, answer.body);
    expect([operationId, status, wrong]).toEqual([operationId, status, []]);
    const codes = status < 400 ? [undefined] : Object.keys(media?.examples ?? {});
    expect(codes).toContain(answer.body?.code);
    seen.set(operationId, (seen.get(operationId) ?? new Set()).add(status));
    return answer;
  }

  return {
    expectDescribed,
    /** The operations that have not succeeded yet. */
    withoutSuccess: (): string[] =>
      operations
        .map(({ operationId }) => operationId)
        .filter((id) => ![...(seen.get(id) ?? [])].some((status) => status < 300)),
  };
}
