import type { Petstore } from '../../../client/src/petstore.ts';
import type { Column } from '../rows.ts';
import type { Terminal } from '../terminal.ts';
import type { Values } from './request.ts';

/** How resources of one schema are shown to people, with what `load` reads for that. */
export interface View<Resource = never, Loaded = unknown> {
  load?(petstore: Petstore): Promise<Loaded>;
  columns?(loaded: Loaded): readonly Column<Resource>[];
  /** Shown at a terminal in place of an empty list. */
  readonly none?: string;
  /** @param values what was sent */
  show?(terminal: Terminal, resource: Resource, loaded: Loaded, values: Values): void;
  /** Whether the answer says that a part of the work failed, so that the exit code is 1. */
  isFailure?(resource: Resource): boolean;
}
