import './list-parts.css';
import { Component, type ComponentChildren, type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Drawn together in one frame. */
const PART_LENGTH = 5;
/** As far before a part comes into view it is drawn. */
const margin = '800px 0px';

interface PartProps<Item> {
  readonly items: readonly Item[];
  /** Must stay the same function while it draws the same items in the same way. @param first the place of the first item in the list */
  readonly render: (items: readonly Item[], first: number) => ComponentChildren;
  /** A table has parts of rows. */
  readonly columns?: number;
}

/**
 * A list that draws only what is near the view, in parts, each in a frame of its own: a list of a thousand costs as much as one of
 * fifty, and nobody waits for what a page brings.
 */
export const ListParts = <Item,>({ items, render, columns }: PartProps<Item>) => (
  <>
    {Array.from({ length: Math.ceil(items.length / PART_LENGTH) }, (_, part) => part * PART_LENGTH).map((first) => (
      <Part
        key={first}
        first={first}
        items={items.slice(first, first + PART_LENGTH)}
        render={render}
        {...(columns !== undefined && { columns })}
      />
    ))}
  </>
);

interface OnePartProps<Item> extends PartProps<Item> {
  readonly first: number;
}

/** Drawn again only when its items change. */
class Part<Item> extends Component<OnePartProps<Item>> {
  override shouldComponentUpdate(next: Readonly<OnePartProps<Item>>): boolean {
    const { items, render } = this.props;
    return (
      render !== next.render || items.length !== next.items.length || items.some((one, i) => one !== next.items[i])
    );
  }

  override render({ items, render, columns, first }: Readonly<OnePartProps<Item>>) {
    const draw = () => render(items, first);
    return columns === undefined ? (
      <ItemsPart count={items.length} isFirst={first === 0} draw={draw} />
    ) : (
      <RowsPart count={items.length} isFirst={first === 0} draw={draw} columns={columns} />
    );
  }
}

interface DrawnProps {
  readonly count: number;
  readonly isFirst: boolean;
  readonly draw: () => ComponentChildren;
}

function ItemsPart({ count, isFirst, draw }: DrawnProps) {
  const { element, height } = useHeightUndrawn<HTMLUListElement>(count, isFirst);
  return (
    <ul class="list-part" ref={element} style={height === undefined ? undefined : { blockSize: height }}>
      {height === undefined && draw()}
    </ul>
  );
}

function RowsPart({ count, isFirst, draw, columns }: DrawnProps & { readonly columns: number }) {
  const { element, height } = useHeightUndrawn<HTMLTableSectionElement>(count, isFirst);
  return (
    <tbody ref={element}>
      {height === undefined ? (
        draw()
      ) : (
        <tr class="list-part-undrawn" aria-hidden="true">
          <td colSpan={columns} style={{ blockSize: height }} />
        </tr>
      )}
    </tbody>
  );
}

/** The height of a part that is not drawn, for CSS; undefined if it is drawn. */
function useHeightUndrawn<Part extends HTMLElement>(
  count: number,
  isFirst: boolean,
): { readonly element: RefObject<Part>; readonly height: string | undefined } {
  const element = useRef<Part>(null);
  const latest = useRef(count);
  latest.current = count;
  /** Of each item of a part that is not drawn. What never was is expected to be like the first. */
  const [itemHeight, setItemHeight] = useState(isFirst ? undefined : 'var(--list-item, 4rem)');
  useLayoutEffect(() => {
    const part = element.current;
    if (isFirst) part?.parentElement?.style.setProperty('--list-item', `${part.offsetHeight / count}px`);
  }, []);
  useEffect(() => {
    const part = element.current;
    if (part === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last?.isIntersecting === true) inTurn(part, () => setItemHeight(undefined));
        else if (last !== undefined) {
          waiting.delete(part);
          // The focus must not get lost.
          if (!part.contains(document.activeElement))
            setItemHeight(`${last.boundingClientRect.height / latest.current}px`);
        }
      },
      { root: part.closest('[data-scroller]'), rootMargin: margin },
    );
    observer.observe(part);
    return () => {
      waiting.delete(part);
      observer.disconnect();
    };
  }, []);
  return { element, height: itemHeight && `calc(${count} * ${itemHeight})` };
}

/** The parts that have come near the view, and how each is drawn. */
const waiting = new Map<Element, () => void>();
let isScheduled = false;

function inTurn(part: Element, draw: () => void): void {
  waiting.set(part, draw);
  schedule();
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  requestAnimationFrame(drawNearest);
}

/** Draws the part that is nearest to the middle of the view, one in each frame. */
function drawNearest(): void {
  isScheduled = false;
  const [nearest] = [...waiting.keys()]
    .map((part) => ({ part, distance: distanceOf(part) }))
    .toSorted((one, other) => one.distance - other.distance);
  if (nearest === undefined) return;
  waiting.get(nearest.part)?.();
  waiting.delete(nearest.part);
  schedule();
}

function distanceOf(part: Element): number {
  const { top, bottom } = part.getBoundingClientRect();
  return Math.abs((top + bottom - innerHeight) / 2);
}
