/** The part of the page that scrolls by itself, marked with `data-scroller`; null if the window does: the root of what is near the view. */
export const scrollerOf = (element: Element): Element | null => element.closest('[data-scroller]');
