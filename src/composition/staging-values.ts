import type { Effects } from '../idempotency/effects.ts';
import type { Network } from '../network/network.ts';
import { type TestEffectParts, testEffects } from '../staging/values/effects.ts';
import { testNetwork } from '../staging/values/network.ts';
import type { Environment } from '../vocabulary/environments.ts';

/** The test values of staging. In production they do not exist: effects and network are unchanged. */
export function buildStagingValues(environment: Environment, parts: TestEffectParts) {
  const isStaging = environment === 'staging';
  return {
    effectsOf: (effects: Effects): Effects => (isStaging ? testEffects(effects, parts) : effects),
    networkOf: (network: Network): Network => (isStaging ? testNetwork(network, parts.wait) : network),
  };
}
