import { signal } from '@preact/signals';
import type { BoardFilters } from './board-filters.ts';

/** The filters that the dialog begins with, and whether it is open. The dialog is loaded when it is first opened. */
export const openWishes = signal<{ readonly filters: BoardFilters; readonly isOpen: boolean } | undefined>(undefined);
