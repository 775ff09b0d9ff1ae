import { useState } from 'preact/hooks';
import { Button } from '../design/controls/button.tsx';
import { putOnClipboard } from '../design/controls/copy-button.tsx';
import { words } from '../words.ts';

interface ShareButtonProps {
  readonly title: string;
  readonly url: string;
}

/** Offers the programs of the device or, where a browser has no such menu, copies the link. */
export function ShareButton({ title, url }: ShareButtonProps) {
  const { share, linkCopied } = words().reserving;
  const [word, setWord] = useState<string>(share);
  const offer = async () => {
    if ('share' in navigator) {
      // It also rejects if the visitor closes the menu.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    setWord((await putOnClipboard(url)) ? linkCopied : url);
  };
  return (
    <Button icon="out" class={word === share ? 'share-new' : ''} onClick={() => void offer()}>
      <span aria-live="polite">{word}</span>
    </Button>
  );
}
