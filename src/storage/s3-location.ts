/** Where photos are kept in S3-compatible storage. */
export interface S3Location {
  /** The URL of the bucket. */
  readonly bucket: string;
  /** Of all names: empty, or a path that ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * The location that a setting such as `s3://key:secret@bucket/folder?endpoint=https://storage.example&region=eu-central-1` names; undefined if it
 * names none.
 */
export function s3LocationOf(text: string): S3Location | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hostname, pathname, searchParams } = new URL(text);
  const region = searchParams.get('region') ?? 'us-east-1';
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (protocol !== 's3:' || username === '' || password === '' || hostname === '') return undefined;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) return undefined;
  return {
    bucket: `${new URL(endpoint).origin}/${hostname}`,
    prefix: pathname.replace(/^\/+/, '').replace(/([^/])\/*$/, '$1/'),
    region,
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
}
