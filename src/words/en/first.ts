/** What the first view needs: the list of animals, and what every page has. */
export const first = {
  /** Titles of the list, by the status that is shown. */
  titles: {
    available: 'Looking for a home',
    pending: 'Reserved',
    sold: 'Found a home',
    all: 'All animals',
  },
  /** Title of the window. */
  siteTitle: 'Animals looking for a home',
  siteTitleOf: 'Animals looking for a home · {organization}',
  lead: 'Meet the animals. Ask about the one you like.',
  leadOf: 'Meet the animals of {organization}. Ask about the one you like.',
  animals: 'Animals',
  toAnimals: 'Skip to the animals',
  toContent: 'Skip to the content',
  nothingHere: 'No animals are looking for a home right now',
  newOnes: 'New animals appear here automatically.',
  place: 'Postal code or town, state',
  byName: 'Search by name',
  status: 'Status',
  category: 'Category',
  allStatuses: 'All',
  allCategories: 'All categories',
  /** The statuses of animals, on badges and in filters. */
  statuses: { available: 'Available', pending: 'Pending', sold: 'Adopted' },
  goingHomeSoon: 'Going home soon',
  filters: 'Filters',
  /** `count` is the number of filters in use. */
  filtersInUse: 'Filters ({count})',
  inUse: 'Filters in use',
  removeFilter: 'Remove the filter {filter}',
  clearAll: 'Clear all',
  order: 'Order of the animals',
  sorts: { newest: 'Newest first', longest_waiting: 'Waiting longest', distance: 'Nearest first' },
  /** A wish: the animal should get on with them. `companions` is a list of `companions`. */
  goodWith: 'Good with {companions}',
  companions: {
    children: 'children',
    dogs: 'dogs',
    cats: 'cats',
    seniors: 'older people',
    farmAnimals: 'farm animals',
  },
  withPhotos: 'With photos',
  near: 'Near {place}',
  within: 'Within {distance} of {place}',
  /** How far an animal is. */
  away: '{distance} away',
  /** On the card of an animal of another service that is silent for a day. `day` is a date. */
  asOf: 'As of {day}',
  showMore: 'Show more',
  offline: 'You are offline. This page may be out of date, and updates when you are online again.',
  /** The id of a failed request, for the operator: `id` is code. */
  requestId: 'Request {id}',
  tryAgain: 'Try again',
  /** `time` is a duration such as `40 s`. */
  tryAgainIn: 'Try again in {time}',
  notLoaded: 'This page could not be loaded',
  notLoadedWhy: 'You may be offline, or the service was updated.',
  reload: 'Reload the page',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',
  /** The top and the bottom of every page. */
  areas: 'Areas',
  favorites: 'Favorites',
  howToAdopt: 'How to adopt',
  contact: 'Contact',
  shelter: 'Shelter',
  developers: 'Developers',
  documentation: 'Documentation',
  drawings: 'Animals without a photo have a drawing.',
  otherPages: 'Other pages',
  accessibility: 'Accessibility',
  /** What may go wrong with the first view and what to do, by error code. */
  failures: {
    network_error: { title: 'No connection', advice: 'Check that you are online, then try again.' },
  },
  otherFailure: {
    title: 'The request failed',
    advice: 'Try again. If the problem persists, tell the shelter the request id below.',
  },
} as const;
