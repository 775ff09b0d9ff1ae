import { effect } from '@preact/signals';
import { useState } from 'preact/hooks';
import { session } from '../session.ts';

const drafts = new Map<string, string>();
// The next user of this window reads none of them.
effect(() => {
  if (session.value === null) drafts.clear();
});

/**
 * What was typed and not sent: it outlives a visit of another page, and a session that ends.
 *
 * @param about what it is for; other things need another component
 */
export function useDraft(about: string) {
  const [text, setText] = useState(drafts.get(about) ?? '');
  const write = (next: string) => {
    if (next === '') drafts.delete(about);
    else drafts.set(about, next);
    setText(next);
  };
  return {
    text,
    write,
    /** Forgets what was sent, unless something else was typed meanwhile. */
    forget: (sent: string) => {
      if ((drafts.get(about) ?? '') === sent) write('');
    },
  };
}
