/** A line of the report. */
export interface Attack {
  readonly attack: string;
  /** The victim's p50 and p99 without the attack, and beside it. */
  readonly without: string;
  readonly beside: string;
  /** What the attack reached, and whether that is as little as it should be. */
  readonly figure: string;
  readonly ok: boolean;
}
