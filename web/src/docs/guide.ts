/** A guide of `docs/`, as the build compiles it. */
export interface Guide {
  readonly title: string;
  /** In the order of the page, without the title. */
  readonly headings: readonly Heading[];
  readonly blocks: readonly Block[];
}

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

export type Block =
  /** Made from Markdown by the build, which rejects HTML, so it is safe to insert. */
  | { readonly kind: 'markup'; readonly html: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  /** A state diagram. */
  | { readonly kind: 'transitions'; readonly transitions: readonly Transitions[] };

/** The transitions from one state. */
export interface Transitions {
  readonly from: string;
  readonly to: readonly { readonly to: string; readonly name?: string }[];
}

export interface GuideSummary {
  readonly title: string;
  /** The first sentence. */
  readonly about: string;
}

/** A section of a guide, for the search. */
export interface GuideSection {
  /** Empty before the first heading. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}
