import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../design/data/icons.tsx';

/** Says that there is no connection for as long as there is none, and calls back when there is one again. */
export function OfflineNote({ onBack }: { readonly onBack: () => void }): JSX.Element | null {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const leave = () => setOnline(false);
    const comeBack = () => {
      setOnline(true);
      onBack();
    };
    addEventListener('offline', leave);
    addEventListener('online', comeBack);
    return () => {
      removeEventListener('offline', leave);
      removeEventListener('online', comeBack);
    };
  }, [onBack]);
  if (isOnline) return null;
  return (
    <p class="offline-note" role="status">
      <Icon name="info" size={18} />
      You are offline. What you see may be old; it goes on by itself when the connection is back.
    </p>
  );
}
