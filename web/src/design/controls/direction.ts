/** A field follows its text. While it is empty it follows its page: browsers would take `auto` for left to right. */
export const directionOf = (text: string): 'auto' | undefined => (text === '' ? undefined : 'auto');
