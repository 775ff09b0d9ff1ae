import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { PetstoreError } from '../../../client/src/petstore.ts';
import { useQuery } from '../data/calls.ts';
import { type Mistakes, useForm } from '../data/use-form.ts';
import { Button } from '../design/controls/button.tsx';
import { Icon } from '../design/data/icons.tsx';

interface EditOptions<Resource, Draft> {
  /** What the list showed when the form was opened. */
  readonly shown: Resource;
  readonly draftOf: (resource: Resource) => Draft;
  readonly mistakesIn: (draft: Draft) => Mistakes<Draft>;
  /** Reads the resource with its version. */
  readonly read: () => Promise<Resource>;
  /** @throws PetstoreError `precondition_failed` if the resource is no longer this version */
  readonly save: (draft: Draft, version: Resource) => Promise<void>;
  /** Called with the version that was read, for the list to show it. */
  readonly onRead: (resource: Resource) => void;
}

/** Edits the version that was current when the form opened. If somebody else changes it before it is saved, the user decides. */
export function useVersionedEdit<Resource, Draft extends object>(options: EditOptions<Resource, Draft>) {
  const { shown, draftOf, mistakesIn, read, save, onRead } = options;
  const [theirs, setTheirs] = useState<Resource>();
  const form = useForm(draftOf(shown), {
    mistakesIn,
    async send(draft) {
      const version = theirs ?? base.data;
      if (version === undefined) return base.reload();
      try {
        return await save(draft, version);
      } catch (failure) {
        if (!(failure instanceof PetstoreError) || failure.code !== 'precondition_failed') throw failure;
        const now = await read();
        setTheirs(now);
        // What only the other has changed stays changed, also over this change.
        return keepTyped(draftOf(now), { opened: draftOf(version), typed: draft });
      }
    },
  });
  const base = useQuery(async () => {
    const now = await read();
    form.set((typed) => keepTyped(draftOf(now), { opened: draftOf(shown), typed }));
    onRead(now);
    return now;
  }, []);
  return {
    form: {
      ...form,
      isBusy: form.isBusy || base.isLoading,
      /** Until the user has decided. */
      isDisabled: theirs !== undefined,
      error: form.error ?? base.error,
    },
    conflict: theirs !== undefined && {
      theirs,
      onTheirs() {
        base.set(theirs);
        setTheirs(undefined);
        form.set(draftOf(theirs));
        onRead(theirs);
      },
      onMine: form.onSubmit,
    },
  };
}

/** The current values, except for fields that were edited since the form opened. */
function keepTyped<Draft extends object>(
  now: Draft,
  { opened, typed }: { readonly opened: Draft; readonly typed: Draft },
): Draft {
  const draft = { ...now };
  for (const name of Object.keys(now) as (keyof Draft)[]) {
    if (typed[name] !== opened[name]) draft[name] = typed[name];
  }
  return draft;
}

interface ConflictProps {
  /** Takes the other change, and drops this one. */
  readonly onTheirs: () => void;
  /** Saves this change over the other one. */
  readonly onMine: () => void;
  /** What the resource is now. */
  readonly children: ComponentChildren;
}

export const Conflict = ({ onTheirs, onMine, children }: ConflictProps) => (
  <div class="note tone-caution conflict" role="alert">
    <Icon name="people" />
    <div class="stack tight">
      <div>
        <strong>Somebody else changed this while you were editing</strong>
        <p>{children} Your changes are not saved yet.</p>
      </div>
      <div class="row">
        <Button size="s" onClick={onTheirs}>
          Keep theirs
        </Button>
        <Button size="s" onClick={onMine}>
          Overwrite with mine
        </Button>
      </div>
    </div>
  </div>
);
