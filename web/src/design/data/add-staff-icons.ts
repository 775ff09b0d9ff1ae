import { ANIMAL_LINES } from './animal-icons.ts';
import { addIcons } from './icons.tsx';
import { STAFF_LINES } from './staff-icons.ts';

/** For pages that are not part of the board. */
export const addStaffIcons = (): void => addIcons({ ...ANIMAL_LINES, ...STAFF_LINES });
