import { fileURLToPath } from 'node:url';

/** Of the service. The interface has a version of its own, in its path. */
export const VERSION = '1.0.0';

/** The path of a file of the package. Sources and built files are both in a folder of their own beside it. */
export const packageFile = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** What the service runs on: better-sqlite3 and sharp have binaries for it. `os` and `cpu` of package.json say the same. */
export const SYSTEMS = { os: ['darwin', 'linux'], cpu: ['arm64', 'x64'] } as const;

/** A sentence for other systems than {@link SYSTEMS}. */
export function unsupportedSystem({ platform, arch }: { platform: string; arch: string }): string | undefined {
  if (SYSTEMS.os.some((os) => os === platform) && SYSTEMS.cpu.some((cpu) => cpu === arch)) return undefined;
  return `petstore: ${platform} on ${arch} is not supported, and parts of the service may fail. Use Linux or macOS on x64 or arm64.`;
}
