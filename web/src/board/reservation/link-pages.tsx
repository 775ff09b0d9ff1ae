import { useLocation } from 'wouter-preact';
import { AlertPage } from '../alerts/alert-page.tsx';
import { ApplicationPage } from '../application/application-page.tsx';
import { ReservationPage } from './reservation-page.tsx';

/** The pages behind secret links of visitors: one file, because the first view names every file of other pages. */
export function LinkPages() {
  const [path] = useLocation();
  if (path.startsWith('/alert')) return <AlertPage />;
  return path.startsWith('/application') ? <ApplicationPage /> : <ReservationPage />;
}
