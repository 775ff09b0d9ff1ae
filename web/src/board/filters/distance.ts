/** Miles where people use them. */
export const UNIT = /^en(?:-(?:US|GB|LR)\b|$)/.test(navigator.language) ? 'mi' : 'km';

/** Such as `12 mi away`. */
export const distanceWords = (meters: number): string =>
  `${Math.max(1, Math.round(meters / (UNIT === 'mi' ? 1_609.344 : 1_000)))}\u00a0${UNIT} away`;
