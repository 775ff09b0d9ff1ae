/**
 * The id in an address; 0, which no resource has, if it is not one. Never NaN, which no hook finds equal to itself: its effects would
 * run for ever.
 */
export const pathId = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);
