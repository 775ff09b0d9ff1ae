import { useState } from 'preact/hooks';
import type { DirectorySource } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { type Query, useAction, useQuery, useReloads } from '../../data/calls.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Checkbox } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Table } from '../../design/data/table.tsx';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { InlineText } from '../../design/text/inline-text.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { AddSource, ReplaceKey } from './source-forms.tsx';
import { type Asked, columnsOf, contentsText, isTroubled } from './source-row.tsx';

type Opened =
  | { readonly what: 'add' }
  | { readonly what: Exclude<Asked, 'pause' | 'resume'>; readonly source: DirectorySource };

/** A page of the list: where there are more, all are read less often. */
const pageRows = 100;
const followMs = 3_000;
const followManyMs = 15_000;

/** The other services whose animals this one shows, for operators. */
export function DirectoryPage() {
  const sources = useQuery(
    (signal) => Array.fromAsync(petstore.admin.directorySources({ limit: pageRows }, { signal })),
    [],
  );
  const { data: found = [] } = sources;
  useReloads(found.length < pageRows ? followMs : followManyMs, sources);
  const [opened, open] = useState<Opened>();
  const [isTroubledOnly, setTroubledOnly] = useState(false);
  const close = () => open(undefined);
  const put = (source: DirectorySource) =>
    sources.change((all) =>
      all.some(({ id }) => id === source.id)
        ? all.map((one) => (one.id === source.id ? source : one))
        : [source, ...all],
    );
  const pausing = useAction(async ({ id }: DirectorySource, paused: boolean) => {
    put(await petstore.admin.updateDirectorySource(id, { paused }));
    tell(paused ? 'The source is left alone.' : 'The source is asked again.');
  });
  const act = (what: Asked, source: DirectorySource) => {
    if (what === 'pause' || what === 'resume') void pausing.run(source, what === 'pause');
    else open({ what, source });
  };
  const add = (
    <Button kind="primary" icon="plus" onClick={() => open({ what: 'add' })}>
      Add a source
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Directory"
        about="Other services whose animals visitors see here beside yours. Each shelter keeps its own, and adoptions happen there."
        actions={
          <>
            <LinkButton href="/docs/directory" icon="book" isForeign>
              How it works
            </LinkButton>
            {found.length > 0 && add}
          </>
        }
      />
      <ErrorNotice error={pausing.error} />
      <Loaded query={sources} height="20rem">
        {(all) =>
          all.length === 0 ? (
            <Card>
              <EmptyState icon="pin" title="No sources" action={add}>
                A directory shows the animals of other shelters that run Petstore, and leads visitors to them. A shelter
                joins by making a partner key in its console, under Partners, and sending it to you with its address.
              </EmptyState>
            </Card>
          ) : (
            <Sources all={all} isTroubledOnly={isTroubledOnly} onTroubledOnly={setTroubledOnly} act={act} />
          )
        }
      </Loaded>
      {opened?.what === 'add' && <AddSource onAdded={put} onClose={close} />}
      {opened?.what === 'key' && <ReplaceKey source={opened.source} onChanged={put} onClose={close} />}
      {opened?.what === 'refused' && <Refused source={opened.source} onClose={close} />}
      {opened?.what === 'remove' && <Removal source={opened.source} sources={sources} onClose={close} />}
    </>
  );
}

interface SourcesProps {
  readonly all: readonly DirectorySource[];
  readonly isTroubledOnly: boolean;
  readonly onTroubledOnly: (is: boolean) => void;
  readonly act: (what: Asked, source: DirectorySource) => void;
}

function Sources({ all, isTroubledOnly, onTroubledOnly, act }: SourcesProps) {
  const troubled = all.filter(isTroubled);
  return (
    <div class="stack">
      {(troubled.length > 0 || isTroubledOnly) && (
        <Checkbox
          label={`Only what needs attention (${troubled.length} of ${all.length})`}
          isChecked={isTroubledOnly}
          onChecked={onTroubledOnly}
        />
      )}
      <div class="console-rows">
        <Card isFlush>
          <Table
            caption="Sources of the directory"
            columns={columnsOf(act)}
            rows={isTroubledOnly ? troubled : all}
            keyOf={({ id }) => id}
            hasMore={false}
            empty="Every source is well."
          />
        </Card>
      </div>
    </div>
  );
}

interface RefusedProps {
  readonly source: DirectorySource;
  readonly onClose: () => void;
}

const Refused = ({ source: { url, refused = { count: 0, animals: [] } }, onClose }: RefusedProps) => (
  <Dialog title="Animals that are not shown" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
    <div class="stack tight">
      <p>
        They break a rule. Tell the operator of <UserText>{new URL(url).host}</UserText>: once they are corrected there,
        they appear here.
      </p>
      <ul class="stack tight">
        {refused.animals.map(({ id, reason }) => (
          <li key={id}>
            <a href={`${url}/pets/${id}`}>No. {id}</a>:{' '}
            <bdi>
              <InlineText text={reason} />
            </bdi>
          </li>
        ))}
      </ul>
      {refused.count > refused.animals.length && (
        <p class="quiet small">And {numberText(refused.count - refused.animals.length)} more.</p>
      )}
    </div>
  </Dialog>
);

interface RemovalProps {
  readonly source: DirectorySource;
  readonly sources: Pick<Query<DirectorySource[]>, 'change'>;
  readonly onClose: () => void;
}

const Removal = ({ source, sources, onClose }: RemovalProps) => (
  <ConfirmAct
    title="Remove this source"
    verb="Remove source"
    isDangerous
    onClose={onClose}
    act={async () => {
      await petstore.admin.removeDirectorySource(source.id);
      sources.change((all) => all.map((one) => (one.id === source.id ? { ...one, state: 'removing' } : one)));
      tell('Visitors see nothing of the source any more.');
    }}
  >
    <p>
      Visitors here see nothing of <UserText>{new URL(source.url).host}</UserText> from then on: {contentsText(source)}{' '}
      vanish from the board, from feeds and from the API, and links to their pages here lead nowhere.
    </p>
    <p>Nothing changes at the service itself. If you add it again, its animals get other numbers.</p>
  </ConfirmAct>
);
