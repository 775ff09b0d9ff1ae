/** The paths of the icons that the first view of the board does not show: they are loaded with the page of an animal. */
export const ANIMAL_LINES = {
  arrow: 'M4 10h12M11 5l5 5-5 5',
  copy: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  list: 'M7 5h10M7 10h10M7 15h10M3.3 5v.1M3.3 10v.1M3.3 15v.1',
  out: 'M8 3H3.5v14H8M12.5 6l4 4-4 4M16.5 10H7.5',
  play: 'M6 4v12l10-6z',
  send: 'M17 3 3 8.5l5.5 3L11.5 17zM17 3 8.5 11.5',
} as const;
