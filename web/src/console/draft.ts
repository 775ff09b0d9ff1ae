/** What was typed since the form opened stays; elsewhere what has come meanwhile takes the place of what it opened with. */
export function typedOver<Draft extends object>(
  now: Draft,
  { opened, typed }: { readonly opened: Draft; readonly typed: Draft },
): Draft {
  const draft = { ...now };
  for (const name of Object.keys(now) as (keyof Draft)[]) {
    if (typed[name] !== opened[name]) draft[name] = typed[name];
  }
  return draft;
}
