/** What the parts say that pages are made of. */
export const kit = {
  /** Behind the label of a field. */
  optional: '(optional)',
  /** Buttons of dialogs. `cancel` closes one and changes nothing. */
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying. Select the text and copy it manually.',
  /** Closes a short message. */
  dismiss: 'Dismiss',
  notFound: 'Page not found',
  notFoundWhy: 'The address may be wrong, or the page was removed.',
  goToBoard: 'Go to the board',
} as const;
