import { sizeOf } from '../files.ts';
import { type Check, findings } from './check.ts';

/** What the decoder takes for a photo of 12 megapixels, as phones take them. */
const photoBytes = 200e6;
const { well, warn } = findings('Memory');

/** Checks that there is memory for a photo, also within the limit of a container. */
export const memoryCheck: Check = () => {
  const says = `${sizeOf(process.availableMemory())} free`;
  if (process.availableMemory() >= photoBytes) return well(says);
  return warn(
    `Only ${says}: a photo of 12 megapixels takes ${sizeOf(photoBytes)} for a moment.`,
    'Give the service more memory, or the machine swap.',
  );
};
