import type { Person, PersonOrder } from '../../../../client/src/petstore.ts';

/** The orders with the person as adopter, newest first, without orders that only have the address in the note. */
export const ordersOf = ({ email, orders }: Person): readonly PersonOrder[] =>
  orders.filter(({ adopter }) => adopter?.email.toLowerCase() === email);
