const answers = () => [...document.querySelectorAll<HTMLElement>('[data-answer]')];

/** Sends a request of the client, unless the document has its answer: once, because what the document has is from when it was made. */
export const documentFirst: typeof fetch = async (input, init) => {
  const found = answers().find(({ dataset }) => (input as string).endsWith(dataset['answer'] ?? ''));
  if (found === undefined) return fetch(input, init);
  found.remove();
  const { link = '' } = found.dataset;
  return new Response(found.textContent, { headers: { 'content-type': 'application/json', link } });
};

/** Removes what nobody has asked for. */
export const dropAnswers = (): void => answers().forEach((answer) => answer.remove());
