import { setTimeout } from 'node:timers/promises';
import type { Effects } from '../idempotency/effects.ts';
import type { Network } from '../network/network.ts';
import type { Environment } from '../vocabulary/environments.ts';
import { type TestEffectParts, testEffects } from './effects.ts';
import { testNetwork } from './network.ts';

const waitInRealTime = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false });

/** The test values of staging. In production they do not exist: effects and network stay as they are. */
export function openTestValues(
  environment: Environment,
  { wait = waitInRealTime, ...parts }: Omit<TestEffectParts, 'wait'> & Partial<Pick<TestEffectParts, 'wait'>>,
) {
  const isStaging = environment === 'staging';
  return {
    effectsOf: (effects: Effects): Effects => (isStaging ? testEffects(effects, { ...parts, wait }) : effects),
    networkOf: (network: Network): Network => (isStaging ? testNetwork(network, wait) : network),
  };
}
