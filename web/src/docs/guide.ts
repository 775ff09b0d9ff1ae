/** What the build makes of a guide in `docs/`. */
export interface Guide {
  readonly title: string;
  /** Without the title; in the order of the page. */
  readonly headings: readonly Heading[];
  readonly blocks: readonly Block[];
}

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

export type Block =
  /** Made from Markdown by the build, which takes no HTML: safe to be put into the page. */
  | { readonly kind: 'markup'; readonly html: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  /** A diagram of states. */
  | { readonly kind: 'moves'; readonly moves: readonly Moves[] };

/** What a state may become, and by which move. */
export interface Moves {
  readonly from: string;
  readonly to: readonly { readonly to: string; readonly move?: string }[];
}

export interface GuideSummary {
  readonly title: string;
  /** Its first sentence. */
  readonly about: string;
}

/** A part of a guide, for the search. */
export interface GuideSection {
  /** Empty for what comes before the first heading. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}
