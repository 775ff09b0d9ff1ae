import { useEffect, useState } from 'preact/hooks';
import { words } from '../../words.ts';
import { tell } from '../feedback/toast.tsx';
import { Button } from './button.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as in "Copy the key". */
  readonly label?: string;
  /** Shows the label beside the icon. */
  readonly isWordy?: boolean;
}

const copiedMs = 2_000;

/** Copies a text, also over plain HTTP, where browsers offer no clipboard API. */
export function CopyButton({ text, label = words().kit.copy, isWordy = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(setCopied, copiedMs, false);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await putOnClipboard(text)) setCopied(true);
    else tell(words().kit.notCopied, 'danger');
  };
  const shown = isCopied ? words().kit.copied : label;
  const parts = {
    kind: 'secondary',
    size: 's',
    icon: isCopied ? 'check' : 'copy',
    onClick: () => void copy(),
  } as const;
  return isWordy ? <Button {...parts}>{shown}</Button> : <Button {...parts} label={shown} />;
}

/** Also over plain HTTP. @returns whether the browser allowed it */
export async function putOnClipboard(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = text;
  // Outside of an open dialog nothing can get the focus.
  const host = document.querySelector('dialog[open]') ?? document.body;
  area.className = 'visually-hidden';
  host.append(area);
  area.select();
  // The only way over plain HTTP.
  // oxlint-disable-next-line typescript/no-deprecated
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}
