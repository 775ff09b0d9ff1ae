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
  lead: 'Meet the animals. Ask about one, or reserve it while you decide.',
  leadOf: 'Meet the animals of {organization}. Ask about one, or reserve it while you decide.',
  animals: 'Animals',
  animal: 'Animal',
  skipToAnimals: 'Skip to the animals',
  skipToContent: 'Skip to the content',
  /** A link behind a search for a name that is like the name of a category. */
  showAllIn: 'Show all in {category}',
  nobodyIsCalled: 'Nobody is called “{text}”.',
  allIn: 'These are all in {category}',
  nothingHere: 'No animals are looking for a home right now',
  newOnesAppear: 'New animals appear here automatically.',
  /** For staff: `console` and `demo` are links with the words of `consoleLink` and `demoLink`. */
  addTheFirst: 'Do you run this shelter? Add the first animal in the {console}, or try a {demo}.',
  consoleLink: 'console',
  demoLink: 'demo',
  place: 'Postal code or town, state',
  searchByName: 'Search by name',
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
  filtersInUseLabel: 'Filters in use',
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
  /** Said by screen readers when the list changes. */
  added: { by: 'sex', other: '{name} was added.' },
  nowIs: {
    available: '{name} is now available.',
    pending: '{name} is now pending.',
    sold: { by: 'sex', other: '{name} is now adopted.' },
  },
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
  staging: 'Staging',
  stagingNote: 'For practice. No animals here are real.',
  toProduction: 'Go to production',
  areas: 'Areas',
  favorites: 'Favorites',
  favoritesCount: 'Favorites ({count})',
  howToAdopt: 'How to adopt',
  contact: 'Contact',
  shelter: 'Shelter',
  developers: 'Developers',
  documentation: 'Documentation',
  drawings: 'Animals without a photo have a drawing.',
  otherPages: 'Other pages',
  language: 'Language',
  /** What went wrong and what to do, by error code. */
  failures: {
    network_error: { title: 'No connection', advice: 'Check that you are online, then try again.' },
    timeout: { title: 'The request timed out', advice: 'The connection may be slow. Try again in a moment.' },
    unexpected_answer: {
      title: 'Unexpected answer',
      advice:
        'The answer did not come from this service, but perhaps from a sign-in page of your network. Try again in a moment.',
    },
    rate_limit_exceeded: {
      title: 'Too many requests',
      advice: 'Wait a moment, then try again.',
    },
    daily_quota_exceeded: {
      title: 'Daily limit reached',
      advice: 'All requests of the current 24 hours are used up. Try again when the limit resets.',
    },
    service_unavailable: {
      title: 'The service is unavailable',
      advice: 'Try again in a moment.',
    },
    internal_error: {
      title: 'Something went wrong',
      advice: 'Try again. If the problem persists, give the operator the request id below.',
    },
    too_many_open_orders: {
      title: 'Too many open reservations',
      advice:
        'You can reserve another animal when one of your reservations has ended. The shelter can cancel one for you.',
    },
    pet_not_found: {
      title: 'This animal is not here any more',
      advice: 'It may have been removed since the page was opened.',
    },
    order_closed: {
      title: 'This adoption is closed',
      advice: 'Somebody else closed it, or it expired. Show its current state.',
    },
    missing_api_key: { title: 'You are signed out', advice: 'Sign in again to continue.' },
    account_suspended: { title: 'This account is suspended', advice: 'Contact the operator of this service.' },
  },
  otherFailure: {
    title: 'The request failed',
    advice: 'Try again. If the problem persists, tell the shelter the request id below.',
  },
} as const;
