import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As the engine shows it: `function (file:line:column)`. */
interface CallSite extends NodeJS.CallSite {
  toString(): string;
}

/**
 * Shows the lines of the sources in stack traces of the built service. Node's own `--enable-source-maps` reads all maps at the start, which
 * takes 30 MB and a third of the start's time; this reads only the files in a trace.
 */
export function showSourceLines(): void {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (url: string): SourceMap | undefined => {
    if (!maps.has(url)) maps.set(url, readMap(url));
    return maps.get(url);
  };

  const lineOf = (site: CallSite): string => {
    const shown = site.toString();
    const url = site.getFileName();
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
    if (url === null || url === undefined || line === null || column === null) return shown;
    const origin = mapOf(url)?.findOrigin(line, column);
    if (origin === undefined || !('fileName' in origin)) return shown;
    const source = fileURLToPath(new URL(origin.fileName, url));
    return shown.replace(
      `${url}:${line}:${column}`,
      `${relative(process.cwd(), source)}:${origin.lineNumber}:${origin.columnNumber}`,
    );
  };
  Error.prepareStackTrace = (error, sites) =>
    [String(error), ...sites.map((site) => `    at ${lineOf(site)}`)].join('\n');
}

/** Undefined for a file that was not built. */
function readMap(url: string): SourceMap | undefined {
  if (!url.startsWith(new URL('.', import.meta.url).href)) return undefined;
  try {
    return new SourceMap(
      JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')) as ConstructorParameters<typeof SourceMap>[0],
    );
  } catch {
    // A trace without the sources' lines is better than a failure that hides the first one.
    return undefined;
  }
}
