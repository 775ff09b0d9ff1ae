import { fileURLToPath } from 'node:url';

/** Of the service. The interface has a version of its own, in its path. */
export const VERSION = '1.0.0';

/** The path of a file of the package. Sources and built files are both in a folder of their own beside it. */
export const packageFile = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
