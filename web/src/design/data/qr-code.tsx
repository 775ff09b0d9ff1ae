import { encode } from 'uqr';

interface QrCodeProps {
  readonly text: string;
  /** The accessible name. */
  readonly label: string;
}

/** Longer texts make more modules: less is repeated, and papers give the code more room. */
const shortChars = 200;

/** A QR code in black on white, in light and dark: readers need the contrast and the white border. */
export function QrCode({ text, label }: QrCodeProps) {
  const length = text.length > shortChars ? 'long' : 'short';
  const { data, size } = encode(text, { ecc: length === 'long' ? 'L' : 'M', border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      class="qr-code"
      data-length={length}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}
