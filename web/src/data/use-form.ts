import { useState } from 'preact/hooks';
import type { PetstoreError } from '../../../client/src/petstore.ts';
import { useAction } from './calls.ts';

/** What is wrong with each field, and how to correct it. */
export type Mistakes<Draft> = { readonly [Name in keyof Draft]?: string | undefined };

/** What a form has otherwise than when it was sent: it was typed while the request ran, and stays. */
export const typedSince = <Draft extends object>(now: Draft, sent: Draft): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Draft]),
  ) as Partial<Draft>;

interface FormOptions<Draft> {
  readonly mistakesIn?: (draft: Draft) => Mistakes<Draft>;
  /** The mistakes that a refusal of the service names: shown at their fields until these change, and nowhere else. */
  readonly refusedIn?: (error: PetstoreError) => Mistakes<Draft>;
  /** @returns what the form shows afterwards, as if it were new; nothing if it disappears or shows what was sent */
  readonly send: (draft: Draft) => Promise<Draft | void>;
}

/** What is typed into a form until it is sent. Mistakes are shown from the first attempt on, and keep the form from being sent. */
export function useForm<Draft extends object>(
  initial: Draft,
  { mistakesIn = () => ({}), refusedIn = () => ({}), send }: FormOptions<NoInfer<Draft>>,
) {
  const [draft, setDraft] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const sending = useAction(async (sent: Draft, typed: Draft) => {
    const after = await send(sent);
    if (after === undefined) return;
    setDraft((now) => ({ ...after, ...typedSince(now, typed) }));
    setChecked(false);
  });
  const set = (changes: Partial<Draft> | ((now: Draft) => Partial<Draft>)) =>
    setDraft((now) => ({ ...now, ...(typeof changes === 'function' ? changes(now) : changes) }));
  const mistakes = mistakesIn(draft);
  const refused: Mistakes<Draft> = sending.error === undefined ? {} : refusedIn(sending.error);
  const isOfField = Object.keys(refused).length > 0;
  const submit = (last?: Partial<Draft>) => {
    setChecked(true);
    if (Object.values(mistakes).every((mistake) => mistake === undefined))
      void sending.run({ ...draft, ...last }, draft);
  };
  return {
    draft,
    set,
    isBusy: sending.isBusy,
    /** Why it could not be sent, unless a field shows it. */
    error: isOfField ? undefined : sending.error,
    refused,
    clear: sending.clear,
    onSubmit: () => submit(),
    /** @param last what the button decides */
    submit,
    /** The attributes of the control for a field. */
    field: <Name extends keyof Draft>(name: Name) => ({
      value: draft[name],
      error: (isChecked ? mistakes[name] : undefined) ?? refused[name],
      onValue: (value: Draft[Name]) => {
        if (name in refused) sending.clear();
        set({ [name]: value } as unknown as Partial<Draft>);
      },
    }),
  };
}
