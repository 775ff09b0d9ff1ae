/** What a form has otherwise than when it was sent: it was typed while the request ran, and stays. */
export const typedSince = <Draft extends object>(now: Draft, sent: Draft): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Draft]),
  ) as Partial<Draft>;
