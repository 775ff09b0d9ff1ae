import { Component, type ComponentChildren, type JSX, type RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const partLength = 20;
/** As far before a part comes into view it is rendered. */
const margin = '800px 0px';

/** The items in parts. Each is one element, rendered only near what is in view: a list of a thousand costs as much as one of a hundred. */
export const partsOf = <Item,>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / partLength) }, (_, part) =>
    items.slice(part * partLength, (part + 1) * partLength),
  );

interface PartProps<Item> {
  readonly items: readonly Item[];
  /** Must stay the same function as long as it renders the same items in the same way. */
  readonly render: (items: readonly Item[]) => ComponentChildren;
  /** A table has parts of rows. */
  readonly columns?: number;
}

/** Rendered again only when its items change. */
export class ListPart<Item> extends Component<PartProps<Item>> {
  override shouldComponentUpdate(next: Readonly<PartProps<Item>>): boolean {
    const { items, render } = this.props;
    return (
      render !== next.render || items.length !== next.items.length || items.some((one, i) => one !== next.items[i])
    );
  }

  override render({ items, render, columns }: Readonly<PartProps<Item>>): JSX.Element {
    return columns === undefined ? (
      <ItemsPart render={() => render(items)} />
    ) : (
      <RowsPart columns={columns} render={() => render(items)} />
    );
  }
}

function ItemsPart({ render }: { readonly render: () => ComponentChildren }): JSX.Element {
  const { element, height } = useHeightFarAway<HTMLUListElement>();
  return (
    <ul class="orders-list" ref={element} style={height === undefined ? undefined : { blockSize: `${height}px` }}>
      {height === undefined && render()}
    </ul>
  );
}

function RowsPart({
  columns,
  render,
}: {
  readonly columns: number;
  readonly render: () => ComponentChildren;
}): JSX.Element {
  const { element, height } = useHeightFarAway<HTMLTableSectionElement>();
  return (
    <tbody ref={element}>
      {height === undefined ? (
        render()
      ) : (
        <tr aria-hidden="true">
          <td colSpan={columns} style={{ blockSize: `${height}px` }} />
        </tr>
      )}
    </tbody>
  );
}

/** The height of an element that is far from what is in view; undefined near it. */
function useHeightFarAway<Part extends HTMLElement>(): {
  readonly element: RefObject<Part>;
  readonly height: number | undefined;
} {
  const element = useRef<Part>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const part = element.current;
    if (part === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last?.isIntersecting === true) setHeight(undefined);
        // The focus must not get lost.
        else if (last !== undefined && !part.contains(document.activeElement))
          setHeight((known) => known ?? last.boundingClientRect.height);
      },
      { root: part.closest('.orders-scroll'), rootMargin: margin },
    );
    observer.observe(part);
    return () => observer.disconnect();
  }, []);
  return { element, height };
}
