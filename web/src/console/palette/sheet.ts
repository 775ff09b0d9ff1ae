/** What the palette and the help sheet are given. */
export interface SheetProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}
