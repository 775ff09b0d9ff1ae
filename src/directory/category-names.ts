import type { Now } from '../time/clock.ts';
import { MOST_OF_SOURCE } from '../vocabulary/directory.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { SourceRow } from './sources.ts';

/** How long a category that a source does not have, or that is one too many, is not asked for again. */
const unknownMs = 10 * 60_000;

interface Known {
  /** The category here; undefined if there is none. */
  readonly own: Int64 | undefined;
  readonly untilMs: number;
}

/** Which categories here stand for those of sources. They are few, keep their names, and an event tells when they do not. */
export function categoryNames(now: Now) {
  const sources = new Map<number, Map<Int64, Known>>();
  const ofSource = ({ id }: SourceRow) => sources.get(id) ?? new Map<Int64, Known>();

  return {
    find(source: SourceRow, theirId: Int64): Known | undefined {
      const found = ofSource(source).get(theirId);
      return found !== undefined && found.untilMs > now() ? found : undefined;
    },

    keep(source: SourceRow, theirId: Int64, own: Int64 | undefined): void {
      const known = ofSource(source);
      const [oldest] = known.keys();
      // Another one puts out the oldest.
      if (known.size >= MOST_OF_SOURCE.knownCategories && oldest !== undefined) known.delete(oldest);
      known.set(theirId, { own, untilMs: own === undefined ? now() + unknownMs : Infinity });
      sources.set(source.id, known);
    },

    /**
     * Asks again for these.
     *
     * @param withUnknown also for all that have no category here
     * @returns those that had none
     */
    doubt(source: SourceRow, theirIds: readonly Int64[], withUnknown: boolean): Int64[] {
      const known = ofSource(source);
      const unknown = [...known].filter(([, { own }]) => own === undefined).map(([id]) => id);
      const doubted = withUnknown ? unknown : unknown.filter((id) => theirIds.includes(id));
      for (const id of [...theirIds, ...doubted]) {
        const found = known.get(id);
        if (found !== undefined) known.set(id, { ...found, untilMs: 0 });
      }
      return doubted;
    },

    forget: ({ id }: SourceRow): void => void sources.delete(id),
    forgetAll: (): void => sources.clear(),
  };
}
