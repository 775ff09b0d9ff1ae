/** Returns what runs works one after another, in order of arrival. A failure concerns its own work alone. */
export function openSequence() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}
