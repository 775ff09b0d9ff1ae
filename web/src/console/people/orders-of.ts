import type { Person, PersonOrder } from '../../../../client/src/petstore.ts';

/** The orders of which the person is the adopter, newest first, without those that only have the address in the note. */
export const ordersOf = ({ email, orders }: Person): readonly PersonOrder[] =>
  orders.filter(({ adopter }) => adopter?.email.toLowerCase() === email);
