import { useEffect, useState } from 'preact/hooks';

/** Counts the seconds in which somebody can see the page: what is not looked at asks for nothing. */
export function useVisibleSeconds(): number {
  const [second, setSecond] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setSecond((last) => last + 1);
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return second;
}
