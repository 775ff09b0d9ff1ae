import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';
import { certificateFor } from '../support/tls.ts';

let service: TestService;
let folder: string;
let nginx: ChildProcess;
let port: number;

/** nginx with the template of `deploy/`, in front of one process. */
beforeAll(async () => {
  service = await startOnSqlite({ settings: { trustedProxies: ['127.0.0.1'] } });
  folder = await mkdtemp(join(tmpdir(), 'petstore-nginx-'));
  const unused = createServer().listen(0, '127.0.0.1');
  await once(unused, 'listening');
  ({ port } = unused.address() as AddressInfo);
  unused.close();
  const { key, cert } = certificateFor('DNS:api.shelter.example');
  await writeFile(join(folder, 'petstore.key'), key);
  await writeFile(join(folder, 'petstore.crt'), cert);
  const template = await readFile(new URL('../../deploy/nginx.conf.template', import.meta.url), 'utf8');
  const site = template
    .replaceAll('${PRODUCTION_HOST}', 'api.shelter.example')
    .replaceAll('${STAGING_HOST}', 'staging.shelter.example')
    .replaceAll(/petstore-\d:\d+/g, new URL(service.origin).host)
    .replaceAll('/etc/nginx/certificates', folder)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
  );
  nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await eventually(() =>
    through('GET', '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
});
afterAll(async () => {
  const ended = once(nginx, 'exit');
  nginx.kill('SIGQUIT');
  await ended;
  await service.close();
  await rm(folder, { recursive: true });
});

async function through(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
  const sent = httpsRequest({
    host: '127.0.0.1',
    port,
    method,
    path,
    // The proxy may end a connection whose request it has refused, just as another request is sent over it.
    agent: false,
    rejectUnauthorized: false,
    headers: { host: 'api.shelter.example', authorization: `Bearer ${service.operatorKey}`, ...headers },
  }).end(body);
  const [answer] = await once(sent, 'response');
  return { status: Number(answer.statusCode), text: await text(answer) };
}

/** A photo of exactly so many bytes: comments fill it. */
async function photoOf(bytes: number): Promise<Buffer> {
  const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const comments: Buffer[] = [];
  for (let left = bytes - image.length; left > 0;) {
    // A marker and its length take four bytes, so that a rest below them must not remain.
    const size = left > 65_537 ? Math.min(65_537, left - 4) : left;
    const comment = Buffer.alloc(size, ' ');
    comment.writeUInt16BE(0xff_fe, 0);
    comment.writeUInt16BE(size - 2, 2);
    comments.push(comment);
    left -= size;
  }
  return Buffer.concat([image.subarray(0, 2), ...comments, image.subarray(2)]);
}

const largest = 20 * 1_024 * 1_024;

test('a photo of 20 MiB passes', async () => {
  const petId = await addPet(service, {});
  const body = await photoOf(largest);
  expect(body.length).toBe(largest);
  const added = await through('POST', `/v1/pets/${petId}/photos`, { 'content-type': 'image/jpeg' }, body);
  expect([added.status, added.text]).toEqual([201, expect.stringContaining('"width":300')]);
});

test('the service itself refuses what is larger, with an Error body', async () => {
  const petId = await addPet(service, {});
  const refused = await through(
    'POST',
    `/v1/pets/${petId}/photos`,
    { 'content-type': 'image/jpeg' },
    Buffer.alloc(largest + 1),
  );
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([413, 'payload_too_large']);
});

test.each(['/v1/organizations/1/logo', '/session/import?format=csv&mode=dry-run'])(
  '20 MB to %s reach the service',
  async (path) => {
    const method = path.includes('logo') ? 'PUT' : 'POST';
    const answer = await through(method, path, { 'content-type': 'text/csv' }, Buffer.alloc(20_000_000, 'a\n'));
    expect(JSON.parse(answer.text).code).not.toBe(undefined);
  },
);
