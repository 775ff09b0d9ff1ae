/** What the board shows after its first view, in one file to load. */
export { AlertButton } from '../alerts/alert-button.tsx';
export { FavoriteButton, favorites } from '../favorites.tsx';
export { Languages } from './languages.tsx';
export { ListCount } from './list-count.tsx';
export { NoMatch } from './no-match.tsx';
export { NoOrganization } from './no-organization.tsx';
export { UnknownPlace } from './unknown-place.tsx';
