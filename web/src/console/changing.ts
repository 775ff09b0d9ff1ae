/** How a part of a page that changes a resource tells the page. */
export interface Changing<Resource> {
  readonly onChanged: (resource: Resource) => void;
  /** Called when somebody else has changed it. What was typed stays. */
  readonly onStale: () => void;
}
