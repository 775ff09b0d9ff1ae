import * as fc from 'fast-check';
import type { Args, Kind } from './step.ts';
import { ACCOUNTS } from './steps/accounts.ts';
import { ADOPTION } from './steps/adoption.ts';
import { ANIMALS } from './steps/animals.ts';
import { FAULTS } from './steps/faults.ts';
import { ORGANIZATIONS } from './steps/organizations.ts';
import type { World } from './world.ts';

const STEPS = { ...ANIMALS, ...ADOPTION, ...ORGANIZATIONS, ...ACCOUNTS, ...FAULTS };

/** A step is data, so that a history can be printed and repeated: its name, and numbers and words that say with what. */
export type Step = readonly [name: keyof typeof STEPS, ...args: Args];

export const step: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(STEPS).map(([name, { weight, args }]) => ({
    weight,
    arbitrary: (args as fc.Arbitrary<Args>).map((given) => [name, ...given] as unknown as Step),
  })),
);

export async function take(world: World, [name, ...args]: Step): Promise<void> {
  await (STEPS[name] as unknown as Kind<Args>).run(world, ...args);
  world.model.tellChanges();
}
