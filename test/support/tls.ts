import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for a name such as `DNS:hooks.example`. */
export function certificateFor(subjectAltName: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=petstore test',
  ];
  execFileSync('openssl', [...args, '-addext', `subjectAltName=${subjectAltName}`, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}
