/** The statement of the pages' accessibility. Its title is in `first`. */
export const statement = {
  /** `organization` is the only one of the board. */
  goal: {
    by: 'hasOrganization',
    true: '{organization} wants everybody to be able to use these pages: by keyboard, with a screen reader, enlarged, or in high contrast.',
    other:
      'Everybody should be able to use these pages: by keyboard, with a screen reader, enlarged, or in high contrast.',
  },
  status: 'Conformance',
  /** `day` is a date. */
  conforms:
    'The pages conform to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. They were last assessed on {day}, by hand and by program.',
  report: 'What was looked at, by criterion (in English)',
  limits: 'Known limits',
  ofPhotos:
    'Photos are described by people of the shelter. Where a description is missing, only the name of the animal is given.',
  ofLanguages: 'Texts about an animal may be in another language than the page. A note says so.',
  ofSlideshow: 'In the slideshow animals change by themselves. The space bar and a button pause it.',
  barrier: 'Report a barrier',
  barrierText:
    'Does something not work for you, or do you need something in another form? Write or call, and name the page and what happened.',
} as const;
