/** The configuration of the HEVC decoder for both tiles, as in a box `hvcC`. */
const CONFIGURATION = Buffer.from(
  'AQNwAAAAAAAAAAAAWvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAWroCQCEAAQAsQgEBA3AAAAMAkAAAAwAAAwBaoAQCAIBZbq' +
    'SSmubgQEDAgAAAAwCAAAADAIQiAAEAB0QBwXKwYkA=',
  'base64',
);
/** Images of 512 by 512 pixels in one color. */
const RED_TILE = Buffer.from(
  'AAAAdSgBr1EF81ikpRD5DpJf//H5X/9XJkPlf3MbGSPwP1xvl4BdAc4oAAsopdh34AkwO0UIAAADAaWTAmw8AAADAAADAH7AhwAAAwAAAwAACh' +
    'gAAAMAAAMAAAi4AAADAAADAADSgAAAAwAAAwAEjAAAAwAAAwAMmA==',
  'base64',
);
const TEAL_TILE = Buffer.from(
  'AAAAdCgBr1EF61ikpRD5DpJf/+lB8jrs//zX3MbGSPwP1xvl4BdAc4oAAsql2HfgCTA7RQgAAAMBpZMCbDwAAAMAAAMAfsCHAAADAAADAAAKGA' +
    'AAAwAAAwAACLgAAAMAAAMAANKAAAADAAADAASMAAADAAADAAyY',
  'base64',
);

/** The colors of the tiles. */
export const RED = [208, 32, 32] as const;
export const TEAL = [32, 128, 128] as const;

const u16 = (...values: readonly number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
const u32 = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => u16(Math.floor(value / 65_536), value % 65_536)));
const text = (value: string) => Buffer.from(value, 'latin1');
const box = (type: string, ...contents: readonly Buffer[]) => {
  const content = Buffer.concat(contents);
  return Buffer.concat([u32(content.length + 8), text(type), content]);
};
/** A box with a version and flags. */
const full = (type: string, version: number, ...contents: readonly Buffer[]) =>
  box(type, u32(version * 2 ** 24), ...contents);

export interface HeicOptions {
  readonly width: number;
  readonly height: number;
  /** Quarter turns to the left that the file asks for. */
  readonly turns?: number;
  /** Whether it also asks, after that, for left and right to change places. */
  readonly isMirrored?: boolean;
  /** A color profile. */
  readonly icc?: Buffer;
  /** What EXIF says; the turns of the file count instead. */
  readonly orientation?: number;
  /** The size that the tiles claim to have. */
  readonly claimedTile?: number;
}

/**
 * A file as an iPhone writes it: a grid of tiles of 512 pixels, the first of them red and all others teal, with a map of the depth, EXIF, and
 * the video of a live photo behind it. All tiles of a color share their bytes.
 */
export function heic({
  width,
  height,
  turns = 0,
  isMirrored = false,
  icc,
  orientation = 1,
  claimedTile = 512,
}: HeicOptions): Buffer {
  const [columns, rows] = [Math.ceil(width / 512), Math.ceil(height / 512)];
  const tiles = columns * rows;
  const [grid, depth, exif] = [tiles + 1, tiles + 2, tiles + 3];
  const gridData = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width, height)]);
  const exifData = Buffer.concat([
    u32(0),
    text('MM\0*'),
    u32(8),
    u16(1, 0x01_12, 3),
    u32(1),
    u16(orientation, 0),
    u32(0),
  ]);

  const properties = [
    box('hvcC', CONFIGURATION),
    full('ispe', 0, u32(claimedTile, claimedTile)),
    full('ispe', 0, u32(width, height)),
    full('auxC', 0, text('urn:mpeg:hevc:2015:auxid:2\0')),
    box('irot', Buffer.from([turns])),
    box('imir', Buffer.from([1])),
    ...(icc === undefined ? [] : [box('colr', text('prof'), icc)]),
  ];
  const essential = 0x80;
  const of = (item: number, ...indices: readonly number[]) =>
    Buffer.concat([u16(item), Buffer.from([indices.length, ...indices])]);
  const ofTile = [essential | 1, 2];
  const color = icc === undefined ? [] : [7];
  const associations = [
    ...Array.from({ length: tiles }, (_, i) => of(i + 1, ...ofTile, ...color)),
    of(grid, 3, essential | 5, ...(isMirrored ? [essential | 6] : []), ...color),
    of(depth, ...ofTile, essential | 4),
  ];

  const entry = (item: number, type: string, flags = 0) =>
    box('infe', u32(2 * 2 ** 24 + flags), u16(item, 0), text(type), Buffer.alloc(1));
  const hidden = 1;
  const items = [
    ...Array.from({ length: tiles }, (_, i) => entry(i + 1, 'hvc1', hidden)),
    entry(grid, 'grid'),
    entry(depth, 'hvc1'),
    entry(exif, 'Exif', hidden),
  ];
  const reference = (type: string, from: number, ...to: readonly number[]) => box(type, u16(from, to.length, ...to));
  const references = [
    reference('dimg', grid, ...Array.from({ length: tiles }, (_, i) => i + 1)),
    reference('auxl', depth, grid),
    reference('cdsc', exif, grid),
  ];

  const inFile = 0;
  const inIdat = 1;
  const located = (item: number, method: number, at: number, length: number) =>
    Buffer.concat([u16(item, method, 0, 1), u32(at, length)]);
  const meta = (redAt: number) => {
    const tealAt = redAt + RED_TILE.length;
    const locations = [
      located(1, inFile, redAt, RED_TILE.length),
      ...Array.from({ length: tiles - 1 }, (_, i) => located(i + 2, inFile, tealAt, TEAL_TILE.length)),
      located(grid, inIdat, 0, gridData.length),
      located(depth, inFile, tealAt, TEAL_TILE.length),
      located(exif, inIdat, gridData.length, exifData.length),
    ];
    return full(
      'meta',
      0,
      full('hdlr', 0, u32(0), text('pict'), Buffer.alloc(13)),
      full('pitm', 0, u16(grid)),
      full('iloc', 1, Buffer.from([0x44, 0]), u16(locations.length), ...locations),
      full('iinf', 0, u16(items.length), ...items),
      full('iref', 0, ...references),
      box('iprp', box('ipco', ...properties), full('ipma', 0, u32(associations.length), ...associations)),
      box('idat', gridData, exifData),
    );
  };
  const head = box('ftyp', text('heic'), u32(0), text('mif1heicMiHEmiaf'));
  const redAt = head.length + meta(0).length + 8;
  const movie = box('mpvd', box('ftyp', text('qt  '), u32(0)), box('mdat', Buffer.alloc(5_000)));
  return Buffer.concat([head, meta(redAt), box('mdat', RED_TILE, TEAL_TILE), movie]);
}
