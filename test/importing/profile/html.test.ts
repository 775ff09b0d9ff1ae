import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlOfText, textOfHtml } from '../../../src/importing/profile/html.ts';

describe('HTML', () => {
  test.each([
    ['<p>One&nbsp;&amp; two.</p>\n<p>Three<br/>four.</p>', 'One & two.\n\nThree\nfour.'],
    ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['a<script>alert(1)</script>b<!-- c -->d', 'abd'],
    ['5 < 6 & 7 > 6', '5 < 6 & 7 > 6'],
    ['&#10;x&#x1F600;&unknown;&#xD800;', 'x😀&unknown;&#xD800;'],
    ['a\r\nb\u0007', 'a\nb'],
    ['Est&aacute; d&oacute;cil, B&uuml;rste, &Aacute;', 'Está dócil, Bürste, Á'],
    ['She&#146;s shy &#150; ever', 'She’s shy – ever'],
  ])('%j is the text %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  test('of any text is read as that text', () => {
    const words = fc.constantFrom('<b>', '&amp;', '&', '<', '< 3', '</p>', 'a', '\n', ' b ', '&#10;', '<!--', 'é');
    fc.assert(
      fc.property(fc.array(words), (parts) => {
        const text = parts
          .join('')
          .replaceAll(/ *\n */g, '\n')
          .trim();
        expect(textOfHtml(htmlOfText(text, '<br />'))).toBe(text);
        expect(textOfHtml(htmlOfText(text, '&#10;'))).toBe(text);
      }),
    );
  });

  test.each(['<a', '<!--', '<script>', '&#1', '<p> '])('of 100,000 characters of %j is read in a moment', (part) => {
    const before = performance.now();
    textOfHtml(part.repeat(100_000 / part.length));
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});
