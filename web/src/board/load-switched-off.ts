import type { Load } from '../lazy-page.tsx';

/** Almost nobody ever sees it. */
export const loadSwitchedOff: Load = () => import('./switched-off.tsx').then(({ SwitchedOff }) => SwitchedOff);
