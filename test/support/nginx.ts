import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProxy, type TestProxy } from './caddy.ts';
import { freePort } from './free-port.ts';
import { certificateFor } from './tls.ts';

/**
 * nginx with the template of `deploy/large/`, in front of one process.
 *
 * @param upstream the address of the service, which may start later: `127.0.0.1:8080`
 * @param edit changes the template
 */
export async function startNginx(
  upstream: string,
  port?: number,
  edit: (template: string) => string = (template) => template,
): Promise<TestProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-nginx-'));
  const httpsPort = port ?? (await freePort());
  const { key, cert } = certificateFor('DNS:localhost');
  const authorityFile = join(folder, 'petstore.crt');
  await writeFile(join(folder, 'petstore.key'), key);
  await writeFile(authorityFile, cert);
  const template = await readFile(new URL('../../deploy/large/nginx.conf.template', import.meta.url), 'utf8');
  const site = edit(template)
    .replaceAll('${PRODUCTION_HOST}', 'localhost')
    .replaceAll('${STAGING_HOST}', 'staging.localhost')
    .replaceAll(/petstore-\d:\d+/g, upstream)
    .replaceAll('/etc/nginx/certificates', folder)
    .replace('listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
  );
  return openProxy('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    folder,
    port: httpsPort,
    authorityFile,
  });
}
