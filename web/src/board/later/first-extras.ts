/** What every board shows after its first view, in one file to load. */
export { ListCount } from './list-count.tsx';
export { NoMatch } from './no-match.tsx';
export { NoOrganization } from './no-organization.tsx';
export { UnknownPlace } from './unknown-place.tsx';
