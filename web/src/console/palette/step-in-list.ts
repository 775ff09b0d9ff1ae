/** Marks the link of each item of a list as a stop of the keys J and K. */
export const STEP = { 'data-step': '' } as const;

/** Moves the focus to the link of the next item of a list, or of the one before: from where the focus is, or else from what is open. */
export function stepInList(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-step]')];
  const holds = (link: HTMLElement) => (link.closest('tr, li') ?? link).contains(document.activeElement);
  const at = [links.findIndex(holds), links.findIndex((link) => link.ariaCurrent === 'true')].find(
    (place) => place >= 0,
  );
  const next = at === undefined ? 0 : at + by;
  links[next]?.focus();
}
