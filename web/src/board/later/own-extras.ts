/** What the service's own board shows after its first view, in one file to load. */
export { AlertButton } from '../alerts/alert-button.tsx';
export { FavoriteButton, favorites } from '../favorites.tsx';
export { FirstAnimal } from './first-animal.tsx';
export { Languages } from './languages.tsx';
export { ListCount, NoMatch, NoOrganization, UnknownPlace } from './first-extras.tsx';
