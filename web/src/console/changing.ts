/** A part of a page that changes a resource, which it has by this name, and how it tells the page. */
export type Changing<Name extends string, Resource> = Readonly<Record<Name, Resource>> & {
  readonly onChanged: (resource: Resource) => void;
  /** Called when somebody else has changed it. What was typed stays. */
  readonly onStale: () => void;
};
