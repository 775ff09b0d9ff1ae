import { useEffect, useState } from 'preact/hooks';
import { words } from '../../words.ts';
import { Icon } from '../data/icons.tsx';

/** Shown while the browser is offline. */
export function OfflineNote({ onOnline }: { readonly onOnline: () => void }) {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const leave = () => setOnline(false);
    const comeBack = () => {
      setOnline(true);
      onOnline();
    };
    addEventListener('offline', leave);
    addEventListener('online', comeBack);
    return () => {
      removeEventListener('offline', leave);
      removeEventListener('online', comeBack);
    };
  }, [onOnline]);
  if (isOnline) return null;
  return (
    <p class="offline-note tone-caution" role="status">
      <Icon name="info" size={18} />
      {words().first.offline}
    </p>
  );
}
