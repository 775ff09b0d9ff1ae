/** The paths of the icons that the first view of the board does not show: they are loaded with the page of an animal. */
export const ANIMAL_LINES = {
  arrow: 'M4 10h12M11 5l5 5-5 5',
  list: 'M7 5h10M7 10h10M7 15h10M3.3 5v.1M3.3 10v.1M3.3 15v.1',
  phone:
    'M7 3.5H4.2c-.7 0-1.2.6-1.2 1.3C3.4 11.3 8.7 16.6 15.2 17c.7 0 1.3-.5 1.3-1.2V13L13 11.7l-1.7 1.7a11 11 0 0 1-4.7-4.7l1.7-1.7z',
  play: 'M6 4v12l10-6z',
  send: 'M17 3 3 8.5l5.5 3L11.5 17zM17 3 8.5 11.5',
} as const;
