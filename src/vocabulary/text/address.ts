const address = /^[^\s@"\\<>()[\],:;\p{Cc}\p{Cs}]+@[^\s@"\\<>()[\],:;\p{Cc}\p{Cs}]+$/u;

/** Whether a text is one email address, be it at a host without a dot, such as `operator@localhost`. */
export const isAddress = (text: string): boolean => text.length <= 254 && address.test(text);
