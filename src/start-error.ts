/** What a command cannot do, in one sentence for the person who called it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
