import { effect } from '@preact/signals';

/** @param isTrue of signals */
export async function until(isTrue: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = effect(() => {
    if (isTrue()) resolve();
  });
  await promise;
  stop();
}
