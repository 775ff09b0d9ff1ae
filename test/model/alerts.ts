import { hourMs } from '../support/adoption.ts';
import type { ArrivedMail } from './mails.ts';

/** Searches are an hour apart, and a day after a mail. What came within the last seconds waits for the next. */
const latestMs = 25 * hourMs;

interface ModelAlert {
  readonly email: string;
  /** The secret of its link. */
  readonly token: string;
  readonly sinceMs: number;
  isEnded: boolean;
}

/** A time at which an animal became available. */
interface Coming {
  readonly atMs: number;
  /** Visitors have seen it since. */
  wasPublic: boolean;
}

/** People who wait for animals, and the animals that came. */
export class AlertsModel<Pet extends { readonly id: number }> {
  readonly alerts: ModelAlert[] = [];
  private readonly comings = new Map<Pet, Coming[]>();
  private available: ReadonlySet<Pet> = new Set();
  private shown: ReadonlySet<Pet> = new Set();
  private toldMs = 0;

  /** @param available those that nothing holds back but the choice of their organization not to be listed */
  note(available: readonly Pet[], isShown: (pet: Pet) => boolean, atMs: number): void {
    for (const pet of available)
      if (!this.available.has(pet)) this.comings.set(pet, [...this.comingsOf(pet), { atMs, wasPublic: false }]);
    this.available = new Set(available);
    this.shown = new Set(available.filter(isShown));
    for (const pet of this.shown) this.comingsOf(pet).at(-1)!.wasPublic = true;
  }

  /** Everybody has been told of what was found by then. */
  told(atMs: number): void {
    this.toldMs = atMs;
  }

  end(email: string): void {
    for (const alert of this.alerts) if (alert.email === email) alert.isEnded = true;
  }

  private readonly comingsOf = (pet: Pet): Coming[] => this.comings.get(pet) ?? [];

  /** How often, at most, each animal may be told to each address: `7 ann@example.org`. */
  may(): Record<string, number> {
    const facts: Record<string, number> = {};
    for (const { email, sinceMs } of this.alerts)
      for (const [{ id }, comings] of this.comings)
        facts[`${id} ${email}`] =
          (facts[`${id} ${email}`] ?? 0) + comings.filter((one) => one.wasPublic && one.atMs >= sinceMs).length;
    return facts;
  }

  /** Of these animals, those that must have been told, and to whom. */
  must(isListed: (pet: Pet) => boolean): string[] {
    const pets = [...this.shown].filter(isListed);
    return this.alerts
      .filter(({ isEnded }) => !isEnded)
      .flatMap(({ email, sinceMs }) =>
        pets
          .filter((pet) => {
            const { atMs } = this.comingsOf(pet).at(-1)!;
            return atMs > sinceMs && atMs < this.toldMs - latestMs;
          })
          .map(({ id }) => `${id} ${email}`),
      );
  }
}

/** The animals that the mails of alerts name: `7 ann@example.org`. */
export const foundIn = (mails: readonly ArrivedMail[]): string[] =>
  mails
    .filter(({ kind }) => kind === 'alert.found')
    .flatMap(({ to, text }) => [...new Set([...text.matchAll(/\/pets\/(\d+)/g)].map(([, id]) => `${id} ${to}`))]);
