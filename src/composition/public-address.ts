import { randomUUID } from 'node:crypto';
import type { App } from '../http/app.ts';
import { type AddressFinding, checkAddress } from '../public-address/check.ts';
import { openPasses } from '../public-address/passes.ts';
import { publicAddressRoutes } from '../public-address/routes.ts';
import type { Core } from './core.ts';

/** Answers the checks of the public address, and makes one: what the service sees of itself from outside. */
export function buildPublicAddress({ secrets, realNow, publicUrl, isShared }: PublicAddressParts) {
  const process = randomUUID();
  const passes = openPasses(secrets.ofService.cursor_secret, realNow);
  return {
    addRoutes: (app: App): void => publicAddressRoutes(app, { passes, process }),
    /** Takes a second, and longer if nothing answers. */
    check: (): Promise<readonly AddressFinding[]> =>
      checkAddress({ url: publicUrl, passes, process: isShared ? undefined : process }),
  };
}

type PublicAddressParts = Pick<Core, 'secrets' | 'realNow' | 'publicUrl' | 'isShared'>;
