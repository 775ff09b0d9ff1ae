import { expect, test } from 'vitest';
import { mailOf, colorsOf, SHEETS } from '../../src/mail/letter.ts';
import { contrast, hexColor } from '../../src/vocabulary/accent.ts';

test.each(['#ffd700', '#000000', '#ffffff', '#a3427a', '#2f6f4f', '#777777'])(
  'letters of a site in %s are legible on light and on dark screens (WCAG 1.4.3)',
  (accent) => {
    const { button, onButton, link, darkLink } = colorsOf(hexColor(accent));
    expect(button).toBe(accent);
    for (const [text, background] of [
      [onButton, button],
      [link, SHEETS.light],
      [darkLink, SHEETS.dark],
    ] as const)
      expect(contrast(hexColor(text), hexColor(background))).toBeGreaterThanOrEqual(4.5);
    const letter = {
      title: 'Rex',
      parts: [
        { label: 'See Rex', url: 'https://x.example' },
        { links: [{ label: 'Ida', url: 'https://x.example/2' }] },
      ],
      signature: ['Riverside'],
      footnote: 'Why.',
    };
    const { html, text } = mailOf(letter, { button, onButton, link, darkLink });
    expect(html).toContain(`background:${button};color:${onButton}`);
    expect(html).toContain(`color:${link};font-weight:600`);
    expect(html).toContain(`.link{color:${darkLink}!important}`);
    // The words do not depend on it.
    expect(text).toBe(mailOf(letter).text);
    if (accent === '#2f6f4f') expect(html.replaceAll(darkLink, '')).toBe(mailOf(letter).html.replaceAll('#8fd0ad', ''));
  },
);
