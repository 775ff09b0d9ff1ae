import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { PetstoreError } from '../../../client/src/petstore.ts';
import { useAction } from '../data/use-action.ts';
import { useQuery } from '../data/use-query.ts';
import { Button } from '../design/controls/button.tsx';
import { Icon } from '../design/data/icons.tsx';

interface EditOptions<Resource, Draft> {
  /** What the list showed when the form was opened. */
  readonly shown: Resource;
  readonly draftOf: (resource: Resource) => Draft;
  /** Reads the resource with its version. */
  readonly read: () => Promise<Resource>;
  /** @throws PetstoreError `precondition_failed` if the resource is no longer this version */
  readonly save: (draft: Draft, version: Resource) => Promise<void>;
  /** Called with the version that was read, for the list to show it. */
  readonly onRead: (resource: Resource) => void;
}

/** Edits the version that was current when the form opened. If somebody else changes it before it is saved, the user decides. */
export function useVersionedEdit<Resource, Draft extends object>({
  shown,
  draftOf,
  read,
  save,
  onRead,
}: EditOptions<Resource, Draft>) {
  const [draft, setDraft] = useState(draftOf(shown));
  const [theirs, setTheirs] = useState<Resource>();
  const base = useQuery(async () => {
    const now = await read();
    setDraft((typed) => keepTyped(draftOf(now), { opened: draftOf(shown), typed }));
    onRead(now);
    return now;
  }, []);
  const saving = useAction(async (version: Resource) => {
    try {
      await save(draft, version);
    } catch (failure) {
      if (!(failure instanceof PetstoreError) || failure.code !== 'precondition_failed') throw failure;
      const now = await read();
      // What only the other has changed stays changed, also over this change.
      setDraft(keepTyped(draftOf(now), { opened: draftOf(version), typed: draft }));
      setTheirs(now);
    }
  });
  const settle = (version: Resource) => {
    base.set(version);
    setTheirs(undefined);
  };
  return {
    draft,
    setDraft,
    isBusy: saving.isBusy || base.isLoading,
    error: saving.error ?? base.error,
    submit: () => {
      if (base.data === undefined) base.reload();
      else if (theirs === undefined) void saving.run(base.data);
    },
    conflict: theirs !== undefined && {
      theirs,
      onTheirs() {
        settle(theirs);
        setDraft(draftOf(theirs));
        onRead(theirs);
      },
      onMine() {
        settle(theirs);
        void saving.run(theirs);
      },
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

export const Conflict = ({ onTheirs, onMine, children }: ConflictProps): JSX.Element => (
  <div class="note tone-caution conflict" role="alert">
    <Icon name="people" />
    <div class="stack tight">
      <div>
        <p class="conflict-title">Somebody else changed this while you were editing</p>
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
