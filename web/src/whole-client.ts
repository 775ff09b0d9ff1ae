import { type Operation, OPERATIONS } from '../../client/src/operations.ts';

/** The operations that the board does not need. The build moves them here from the client, so that the first view does not wait for them. */
const LATER: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {};

// A client has the operations that are known when it is made.
Object.assign(OPERATIONS, LATER);

export { OPERATIONS };
export { Petstore } from '../../client/src/petstore.ts';
