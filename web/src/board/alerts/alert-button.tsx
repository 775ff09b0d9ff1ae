import { useState } from 'preact/hooks';
import { Button } from '../../design/controls/button.tsx';
import { LazyPart } from '../../lazy-page.tsx';
import { pageSettings } from '../../settings.ts';
import { words } from '../../words.ts';
import type { BoardFilters } from '../filters/board-filters.ts';

const loadDialog = () => import('./alert-dialog.tsx').then(({ AlertDialog }) => AlertDialog);

interface AlertButtonProps {
  readonly filters: BoardFilters;
  /** A line of filters has no room for the words. */
  readonly isSmall?: boolean;
}

/** Opens the dialog that asks for mails about animals that match the filters; nothing where the service sends no mail. */
export function AlertButton({ filters, isSmall = false }: AlertButtonProps) {
  const [opened, setOpened] = useState<BoardFilters>();
  if (!pageSettings().mail) return null;
  const label = words().finding.tellMe;
  return (
    <>
      <Button icon="mail" {...(isSmall && { size: 's', label })} onClick={() => setOpened(filters)}>
        {isSmall ? undefined : label}
      </Button>
      {opened !== undefined && (
        <LazyPart load={loadDialog} props={{ filters: opened, onClose: () => setOpened(undefined) }} />
      )}
    </>
  );
}
