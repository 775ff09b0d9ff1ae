import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { onlyFile } from '../../src/http/pipeline/multipart.ts';

/** What a client sends for a form. */
async function sent(form: FormData): Promise<{ readonly type: string; readonly bytes: Buffer }> {
  const response = new Response(form);
  return { type: response.headers.get('content-type') ?? '', bytes: Buffer.from(await response.arrayBuffer()) };
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (bytes: Buffer, type: string, size = 65_536): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(onlyFile(pieces(bytes, size), type)));

/** The message of the refusal. */
const refusal = (bytes: Buffer | string, type: string): Promise<string> =>
  read(Buffer.from(bytes), type).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

const formOf = (...parts: readonly (readonly [string, Blob | string])[]): FormData => {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
};

test('the only file of a form is read, whatever is in it and however it is cut', async () => {
  // Bytes that look like the beginning of a delimiter.
  const byte = fc.oneof(fc.constantFrom(0x0d, 0x0a, 0x2d), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(byte, { maxLength: 300 }), fc.integer({ min: 1, max: 90 }), async (content, size) => {
      const file = Buffer.from(content);
      const { bytes, type } = await sent(formOf(['photo', new Blob([file], { type: 'image/jpeg' })]));
      expect((await read(bytes, type, size)).equals(file)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('bytes that begin like the end of the form are of the file', async () => {
  const body =
    "--b\r\ncontent-disposition: form-data; name=f; filename*=UTF-8''a.jpg\r\n\r\nA\r\n--\r\n--a\r\n--b--\r\nepilogue";
  for (const size of [1, 2, 7, 1_000])
    expect((await read(Buffer.from(body), 'multipart/form-data; boundary="b"', size)).toString()).toBe(
      'A\r\n--\r\n--a',
    );
});

test('everything else is refused', async () => {
  const photo = new Blob(['x']);
  const one = 'exactly one file, and no other fields';
  for (const parts of [
    [
      ['a', photo],
      ['b', photo],
    ],
    [['alt', 'A dog']],
    [
      ['a', photo],
      ['alt', 'A dog'],
    ],
    [
      ['alt', 'A'],
      ['a', photo],
    ],
  ] as const) {
    const { bytes, type } = await sent(formOf(...parts));
    expect(await refusal(bytes, type)).toContain(one);
  }
  const { bytes, type } = await sent(formOf(['photo', photo]));
  expect(await refusal(bytes, 'multipart/form-data')).toContain('`boundary`');
  expect(await refusal(bytes, 'multipart/form-data; boundary=other')).toContain('must begin with the boundary');
  expect(await refusal(bytes.subarray(0, -10), type)).toContain('ends in the middle');
  expect(await refusal('', type)).toContain('ends in the middle');
  expect(await refusal('x'.repeat(10_000), type)).toContain('must begin with the boundary');
});
