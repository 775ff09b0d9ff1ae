import S3rver from 's3rver';
import { freePort } from '../../support/free-port.ts';
import { newFolder } from '../../support/process.ts';

/** A server that speaks S3, and the setting that names a bucket of it. */
export async function openStorage() {
  const server = new S3rver({
    // A test may listen there after it.
    port: await freePort(),
    address: '127.0.0.1',
    silent: true,
    directory: await newFolder(),
    configureBuckets: [{ name: 'shelter', configs: [] }],
  });
  const { port } = await server.run();
  const url = `s3://S3RVER:S3RVER@shelter/photos?endpoint=http://127.0.0.1:${port}&region=us-east-1`;
  return { url, close: () => server.close() };
}
