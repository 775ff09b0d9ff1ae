import type { ComponentChildren, JSX } from 'preact';
import { PetstoreError } from '../../../../client/src/petstore.ts';
import type { LinkPurpose, ShownLink } from '../../../../src/vocabulary/links.ts';
import { useQuery } from '../../data/use-query.ts';
import { Loaded } from '../../design/data/loaded.tsx';
import { readLink } from '../../session.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { useLinkToken } from '../link-token.ts';

interface LinkPageProps {
  readonly title: string;
  readonly purpose: LinkPurpose;
  /** Shown if the link was used, has expired, or has another purpose. */
  readonly expired: ComponentChildren;
  readonly children: (token: string, link: ShownLink) => JSX.Element;
}

/** Reads what a link is for before its page shows a form. */
export function LinkPage({ title, purpose, expired, children }: LinkPageProps) {
  const token = useLinkToken();
  const link = useQuery(async () => {
    const found = token === '' ? undefined : await readLink(token);
    if (found?.purpose === purpose) return found;
    throw new PetstoreError('password_link_not_found', 'The address has no such link.');
  }, [token]);
  if (link.error?.code === 'password_link_not_found') return <Expired>{expired}</Expired>;
  if (link.data !== undefined) return children(token, link.data);
  return (
    <Entrance title={title}>
      <Loaded query={link} height="8rem">
        {() => null}
      </Loaded>
    </Entrance>
  );
}

export const Expired = ({ children }: { readonly children: ComponentChildren }) => (
  <Entrance title="This link has expired">
    <div class="stack">{children}</div>
  </Entrance>
);
