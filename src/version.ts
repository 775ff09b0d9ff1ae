/** Of the service. The interface has a version of its own, in its path. */
export const VERSION = '1.0.0';
