/** An image that is in the file itself: `data:image/jpeg;base64,/9j/4AAQ…` (RFC 2397). */
const START = /^data:image\/[\w.+-]{1,50};base64,/i;

export const isDataImage = (text: string): boolean => START.test(text);

/** The bytes of such an image. */
export const dataImage = (text: string): Buffer => Buffer.from(text.replace(START, ''), 'base64');
