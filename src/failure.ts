/** The exit codes of `petstore`. */
export const EXITS = {
  done: { code: 0, means: 'Success.' },
  failed: { code: 1, means: 'The command failed. The message says why, and what to do.' },
  usage: { code: 2, means: 'Wrong usage: an unknown command or option, or an invalid value.' },
  refused: { code: 3, means: 'The service refused the request (4xx). Repeating it will not help.' },
  unavailable: { code: 4, means: 'The service or its database is unreachable or failed (5xx). Try again later.' },
  partly: { code: 5, means: 'Some rows of the file are invalid and listed. All others are imported.' },
  interrupted: { code: 130, means: 'Interrupted by Ctrl-C.' },
  terminated: { code: 143, means: 'Terminated by SIGTERM.' },
} as const satisfies Record<string, { readonly code: number; readonly means: string }>;

/** An expected failure of a command. The message tells the user what failed and what to do, without a stack trace. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;
  /** Secondary lines, such as the request id to look up in the service's log. */
  readonly details: readonly string[];

  constructor(
    message: string,
    {
      exit = 'failed',
      details = [],
      cause,
    }: { exit?: keyof typeof EXITS; details?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = EXITS[exit].code;
    this.details = details;
  }
}

/** The failure of a command that is used wrongly. */
export const misuse = (message: string): Failure => new Failure(message, { exit: 'usage' });

/** The message of any thrown value. A connection attempted at several addresses fails with an AggregateError, whose own message is empty. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
