import { useState } from 'preact/hooks';
import type { ListingSite, ListingSiteSettings, ListingSiteTest } from '../../../../client/src/petstore.ts';
import {
  FTP_SECURITY,
  type FtpSecurity,
  LISTING_SITES,
  type ListingSiteName,
  usualFile,
} from '../../../../src/vocabulary/listing-sites.ts';
import { ownPetstore } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form, Select, TextField } from '../../design/controls/field.tsx';
import { RadioCards } from '../../design/controls/radio-cards.tsx';
import { Card } from '../../design/data/card.tsx';
import { Disclosure } from '../../design/data/disclosure.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import type { SitePart } from './use-site.ts';
import { SITE_WORDS } from './words.ts';

/** Signing in takes some servers most of a minute, and is tried once. */
const TEST_LIMITS = { timeoutMs: 70_000, deadlineMs: 70_000, maxAttempts: 1 } as const;
const ftpPort = 21;
/** Where RescueGroups looks for the file whose name its Import Account says. */
const IMPORT = 'import/';

interface Draft {
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly port: string;
  readonly security: FtpSecurity;
  /** Empty for the site's rule. Of RescueGroups without the folder. */
  readonly file: string;
  readonly firstLine: 'names' | 'animal';
  readonly columns: 'map' | 'own';
}

function draftOf(name: ListingSiteName, site: ListingSite | undefined): Draft {
  const { username = '', host = LISTING_SITES[name].host, port = ftpPort, security = 'none', file = '' } = site ?? {};
  return {
    username,
    password: '',
    host,
    port: String(port),
    security,
    file: name === 'rescuegroups' ? file.replace(IMPORT, '') : file === usualFile(name, username) ? '' : file,
    firstLine: site?.headerLine === false ? 'animal' : 'names',
    columns: site?.map === false ? 'own' : 'map',
  };
}

function settingsOf(name: ListingSiteName, draft: Draft): ListingSiteSettings {
  const file = draft.file.trim();
  const password = draft.password.trim();
  return {
    username: draft.username.trim(),
    host: draft.host.trim(),
    port: Number(draft.port),
    security: draft.security,
    ...(password !== '' && { password }),
    ...(file !== '' && { file: name === 'rescuegroups' && !file.includes('/') ? IMPORT + file : file }),
    ...(name === 'adopt-a-pet' && { headerLine: draft.firstLine === 'names', map: draft.columns === 'map' }),
  };
}

interface AccountCardProps extends Omit<SitePart, 'site'> {
  readonly name: ListingSiteName;
  /** Undefined until it is set up. */
  readonly site: ListingSite | undefined;
}

/** The account for uploads at the site. What is saved is tried at once: a wrong password shows before anything is sent. */
export function AccountCard({ name, site, organizationId, onChanged }: AccountCardProps) {
  const { name: title } = LISTING_SITES[name];
  const test = useAction(() => ownPetstore.listingSites.test(organizationId, name, TEST_LIMITS));
  const [tested, setTested] = useState<ListingSiteTest>();
  const tryIt = async () => {
    setTested(undefined);
    setTested(await test.run());
  };
  const form = useForm(draftOf(name, site), {
    mistakesIn: (draft) => ({
      username: draft.username.trim() === '' ? 'Enter the username for uploads.' : undefined,
      password:
        draft.password.trim() === '' && !isSameAccount(site, draft)
          ? 'Enter the password: it is new, or for another account.'
          : undefined,
      port: /^\d{1,5}$/.test(draft.port) ? undefined : 'Enter a number, usually 21.',
      file: name === 'rescuegroups' && draft.file.trim() === '' ? 'Enter the name in the Import Account.' : undefined,
    }),
    async send(draft) {
      // A new password resumes a site that was paused because the old one was refused.
      const paused = site?.paused === true && (draft.password === '' || site.error?.refused !== true);
      const saved = await ownPetstore.listingSites.set(organizationId, name, { ...settingsOf(name, draft), paused });
      onChanged(saved);
      tell('Saved.');
      void tryIt();
      return draftOf(name, saved);
    },
  });
  const { draft } = form;
  // The service tries what is saved, not what has been typed since.
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(name, site));
  const hasMistake = form.field('port').error !== undefined;
  return (
    <Card
      id="account"
      title={`Your account at ${title}`}
      about="For uploads by FTP. The password is kept encrypted, and nobody sees it again."
    >
      <Form onSubmit={form.onSubmit}>
        <div class="columns" style="--column: 16rem">
          <TextField
            label="Username for uploads"
            hint={SITE_WORDS[name].username}
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            maxLength={100}
            {...form.field('username')}
          />
          <TextField
            label="Password"
            type="password"
            hint={site === undefined ? 'Of the account for uploads.' : 'It is set. Enter one to change it.'}
            dir="ltr"
            autocomplete="new-password"
            maxLength={200}
            {...form.field('password')}
          />
        </div>
        {name === 'rescuegroups' && (
          <TextField
            label="Name of the file in the Import Account"
            hint="Such as pets.csv. Capital and small letters count."
            dir="ltr"
            spellcheck={false}
            maxLength={190}
            {...form.field('file')}
          />
        )}
        {name === 'adopt-a-pet' && <Questions draft={draft} onDraft={form.set} />}
        <Disclosure title="Advanced" hasMistake={hasMistake}>
          <div class="stack">
            <div class="columns" style="--column: 12rem">
              <TextField label="Server" dir="ltr" spellcheck={false} maxLength={253} {...form.field('host')} />
              <TextField label="Port" dir="ltr" inputMode="numeric" maxLength={5} {...form.field('port')} />
              <Select
                label="Protection of the connection"
                options={Object.entries(FTP_SECURITY).map(([value, label]) => ({ value, label }))}
                value={draft.security}
                onValue={(security) => form.set({ security: security as FtpSecurity })}
              />
            </div>
            {name !== 'rescuegroups' && (
              <TextField
                label="File"
                isOptional
                hint={`Empty for the site’s rule: ${usualFile(name, draft.username.trim() || 'USERNAME')}.`}
                dir="ltr"
                spellcheck={false}
                maxLength={200}
                {...form.field('file')}
              />
            )}
          </div>
        </Disclosure>
        <div class="row">
          <Button type="submit" kind="primary" busy={form.isBusy}>
            Save and try the sign-in
          </Button>
          {site !== undefined && (
            <Button busy={test.isBusy} onClick={() => void tryIt()}>
              {isChanged ? 'Try the saved sign-in' : 'Try the sign-in'}
            </Button>
          )}
        </div>
        {test.isBusy && (
          <p class="quiet small" role="status">
            Signing in. Some servers take most of a minute.
          </p>
        )}
        <ErrorNotice error={form.error ?? test.error} />
        {tested !== undefined && site !== undefined && (
          <Tested tested={tested} site={site} onEncrypt={() => form.submit({ security: 'tls' })} />
        )}
      </Form>
    </Card>
  );
}

/** Whether the password that is set is for this account. */
const isSameAccount = (site: ListingSite | undefined, { host, port, username }: Draft): boolean =>
  site !== undefined &&
  site.host === host.trim().toLowerCase() &&
  site.port === Number(port) &&
  site.username === username.trim();

/** What the account at Adopt-a-Pet is set to. */
function Questions({ draft, onDraft }: { readonly draft: Draft; readonly onDraft: (changes: Partial<Draft>) => void }) {
  return (
    <>
      <RadioCards
        label="What does your account at Adopt-a-Pet say of the first line of the file?"
        value={draft.firstLine}
        onValue={(firstLine) => onDraft({ firstLine })}
        options={[
          { value: 'names', label: 'It holds the names of the columns', hint: 'The usual answer.' },
          {
            value: 'animal',
            label: 'It is an animal already',
            hint: 'Otherwise Adopt-a-Pet skips your newest animal.',
          },
        ]}
      />
      <RadioCards
        label="Who says what the columns mean?"
        value={draft.columns}
        onValue={(columns) => onDraft({ columns })}
        options={[
          { value: 'map', label: 'Petstore', hint: 'Sends import.cfg as well, in place of one that is there.' },
          { value: 'own', label: 'We keep an import.cfg there', hint: 'It is left alone.' },
        ]}
      />
    </>
  );
}

interface TestedProps {
  readonly tested: ListingSiteTest;
  readonly site: ListingSite;
  readonly onEncrypt: () => void;
}

/** What came of the sign-in. */
function Tested({ tested: { succeeded, error, names = [], offersEncryption }, site, onEncrypt }: TestedProps) {
  const { name } = LISTING_SITES[site.site];
  if (!succeeded)
    return (
      <div class="note tone-danger stack dense" role="alert">
        <strong>The sign-in failed</strong>
        <UserText>{error ?? ''}</UserText>
      </div>
    );
  const replaced = site.file.split('/').at(-1) ?? '';
  const isFirst = site.lastSuccessAt === undefined;
  return (
    <div class="stack tight" role="status">
      <div class="note tone-positive stack dense">
        <strong>{name} lets the service in. Nothing was sent.</strong>
        {names.length === 0 ? (
          <span>The folder is empty.</span>
        ) : (
          <span>
            The folder holds: <UserText>{names.join(', ')}</UserText>
          </span>
        )}
      </div>
      {isFirst && names.includes(replaced) && (
        <p class="note tone-caution">
          {replaced} is there already, from your staff or another system. The first list replaces it.
        </p>
      )}
      {isFirst && site.map === true && names.includes('import.cfg') && (
        <p class="note tone-caution">
          An import.cfg is there already. If your staff keep it, choose “We keep an import.cfg there”: otherwise the
          first list replaces it.
        </p>
      )}
      {site.security === 'none' &&
        (offersEncryption === true ? (
          <div class="note tone-caution row spread">
            <span>The server offers encryption, and it is off: the password can be read on the way.</span>
            <Button size="s" onClick={onEncrypt}>
              Turn it on
            </Button>
          </div>
        ) : (
          <p class="note tone-neutral">
            The connection is not encrypted, because the server does not offer it. Use a password for uploads that you
            use nowhere else.
          </p>
        ))}
    </div>
  );
}
