import { type Lists, openLists } from '../http/paging.ts';
import { openScans, type Scans } from '../http/scans.ts';
import { type Effects, openEffects } from '../idempotency/effects.ts';
import { type Background, openBackground } from '../jobs/background.ts';
import type { Limiter } from '../limits/limiter.ts';
import { openMailer, type SendMail } from '../mail/mailer.ts';
import type { Network } from '../network/network.ts';
import { openPlaces, type Places } from '../places/places.ts';
import { openSecrets, type Secrets } from '../secrets/secrets.ts';
import { serviceIdOf } from '../secrets/service-id.ts';
import { originOf } from '../settings/origins.ts';
import { type Settings, settingsOf } from '../settings/settings.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { waitInRealTime } from '../time/clock.ts';
import type { Environment } from '../vocabulary/environments.ts';
import type { OpenEnvironment } from './environment.ts';
import { buildLimiter } from './limiter.ts';
import { buildNetwork } from './network.ts';
import type { Overrides } from './overrides.ts';
import { buildStagingValues } from './staging-values.ts';

/** What the rooms of a service share. A room's builder says with `Pick<Core, …>` what it takes of it. */
export interface Core extends OpenEnvironment {
  readonly environment: Environment;
  readonly settings: Settings;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly background: Background;
  readonly secrets: Secrets;
  readonly limiter: Limiter;
  readonly lists: Lists;
  readonly scans: Scans;
  readonly effects: Effects;
  readonly places: Places;
  /** For requests to addresses that the operator, or a file, names. */
  readonly network: Network;
  /** For requests to webhooks: in staging some hosts are test values. */
  readonly webhookNetwork: Network;
  /** Undefined if the service sends no mail. */
  readonly sendMail: SendMail | undefined;
  /** Where visitors find the site, such as `https://pets.shelter.example`. */
  readonly origin: string;
  /** Names the service to others. */
  readonly serviceId: string;
  /** The same as far as the operator has set it; otherwise empty: it is where a request goes. */
  readonly publicUrl: string;
  /** Waits for real milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

interface CoreParts {
  readonly environment: Environment;
  readonly settings: Settings;
  readonly overrides: Overrides;
  readonly opened: OpenEnvironment;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Receives the closing step of the limiter. */
  readonly closing: AsyncDisposableStack;
}

export async function buildCore(parts: CoreParts): Promise<Core> {
  const { environment, settings, overrides, opened, log, metrics, closing } = parts;
  const { database, now, realNow, clock, realClock, ahead } = opened;
  const { smtpUrl, mailFrom } = settings;
  const { wait = waitInRealTime, resolve } = overrides;
  const secrets = await openSecrets(database, environment, settings.secretKey);
  const limiter = await buildLimiter(environment, settings, {
    database,
    log,
    now: overrides.now && now,
    clock,
    ahead,
    onFallback: (isOn) => metrics.limiterFallback.set(isOn ? 1 : 0),
  });
  closing.defer(() =>
    limiter.close().catch((err: unknown) => {
      log.error({ err }, 'the limits could not be written: the counts of the last second are lost');
    }),
  );
  const network = buildNetwork(settings, resolve);
  const testValues = buildStagingValues(environment, { wait, database, limiter });
  return {
    ...opened,
    environment,
    settings,
    log,
    metrics,
    background: openBackground(log, (name, everyMs) => metrics.noteJob(name, everyMs, realNow())),
    secrets,
    limiter,
    lists: openLists(secrets.ofService.cursor_secret),
    scans: openScans(limiter),
    effects: testValues.effectsOf(openEffects(database, realClock.now)),
    places: openPlaces(),
    network,
    webhookNetwork: testValues.networkOf(network),
    sendMail: smtpUrl === '' ? undefined : openMailer({ url: smtpUrl, from: mailFrom }),
    origin: originOf(environment, settings),
    serviceId: serviceIdOf(secrets.ofService.cursor_secret),
    publicUrl: settingsOf(environment, settings).publicUrl,
    wait,
  };
}
