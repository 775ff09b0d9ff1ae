import type { ComponentProps } from 'preact';
import type { IconName } from '../data/icons.tsx';
import { Button } from './button.tsx';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'kind' | 'size' | 'children'> {
  readonly icon: IconName;
  readonly label: string;
}

/** A small button with an icon alone. */
export const IconButton = (props: IconButtonProps) => <Button kind="quiet" size="s" {...props} />;
