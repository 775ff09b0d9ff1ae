import { sizeOf } from '../files.ts';
import { type Check, findings } from './check.ts';

/** As much as the decoder may take. A photo of 12 megapixels, as phones make them, takes 110 to 160 MB. */
const photoBytes = 220e6;
const { well, warn } = findings('Memory');

/** Checks that there is memory for a photo, also within the limit of a container. */
export const memoryCheck: Check = () => {
  const says = `${sizeOf(process.availableMemory())} free`;
  if (process.availableMemory() >= photoBytes) return well(says);
  return warn(
    `Only ${says}: a photo takes up to ${sizeOf(photoBytes)} for a moment.`,
    'Give the service more memory, or the machine swap.',
  );
};
