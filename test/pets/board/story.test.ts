import { describe, expect, test } from 'vitest';
import { type Block, excerpt, type Inline, plainStory, storyBlocks } from '../../../src/vocabulary/animals/story.ts';

/** As HTML, which is shorter to read than the parts. */
const inline = (content: readonly Inline[]): string =>
  content
    .map((part) => {
      if (typeof part === 'string') return part.replaceAll('<', '&lt;').replaceAll('\n', '<br>');
      const inner = inline(part.content);
      if (part.kind === 'link') return `<a ${part.url}>${inner}</a>`;
      return part.kind === 'strong' ? `<b>${inner}</b>` : `<i>${inner}</i>`;
    })
    .join('');
const html = (block: Block): string => {
  if (block.kind === 'list')
    return `${block.isOrdered ? 'ol' : 'ul'}${block.items.map((item) => `(${inline(item)})`).join('')}`;
  return `${block.kind === 'heading' ? 'h' : 'p'}(${inline(block.content)})`;
};
const shown = (story: string) => storyBlocks(story).map(html).join(' ');

describe('a story', () => {
  test.each([
    ['Rex is kind.\nHe sleeps.\n\nHe eats.', 'p(Rex is kind.<br>He sleeps.) p(He eats.)'],
    ['# About Rex #\nHe is kind.\r\n---\r\nReally.', 'h(About Rex) p(He is kind.) p(Really.)'],
    ['Likes:\n- balls\n- walks\n  in the rain\n\nMore.', 'p(Likes:) ul(balls)(walks<br>in the rain) p(More.)'],
    ['1. walk\n2) eat', 'ol(walk)(eat)'],
    ['He came in\n2019. That was long ago.', 'p(He came in<br>2019. That was long ago.)'],
    ['**very** *kind* __and__ _calm_', 'p(<b>very</b> <i>kind</i> <b>and</b> <i>calm</i>)'],
    ['**bold *and slanted***', 'p(<b>bold <i>and slanted</i></b>)'],
    ['snake_case_name, 2 * 3 * 4, ** no **', 'p(snake_case_name, 2 * 3 * 4, ** no **)'],
    [String.raw`\*not\* this`, 'p(*not* this)'],
    ['[our page](https://a.example/x_(y)) now', 'p(<a https://a.example/x_(y)>our page</a> now)'],
    [
      'See https://a.example/b?c=1_2_3. Or <https://d.example>!',
      'p(See <a https://a.example/b?c=1_2_3>https://a.example/b?c=1_2_3</a>. Or <a https://d.example>https://d.example</a>!)',
    ],
    [
      '[write](mailto:a@b.example) [**call**](tel:+15550100)',
      'p(<a mailto:a@b.example>write</a> <a tel:+15550100><b>call</b></a>)',
    ],
    ['[https://a.example](https://b.example)', 'p(<a https://b.example>https://a.example</a>)'],
  ])('%j is %s', (story, parts) => {
    expect(shown(story)).toBe(parts);
  });

  test.each([
    ['[x](javascript:alert(1))', 'p([x](javascript:alert(1)))'],
    ['[x](data:text/html,x)', 'p([x](data:text/html,x))'],
    [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      'p(&lt;script>alert(1)&lt;/script>&lt;img src=x onerror=alert(1)>)',
    ],
    ['![cat](https://a.example/cat.png)', 'p(<a https://a.example/cat.png>cat</a>)'],
  ])('loads and runs nothing: %j is %s', (story, parts) => {
    expect(shown(story)).toBe(parts);
  });

  test('loses no text, whatever its characters are', () => {
    for (const story of [
      '*'.repeat(9_999),
      '[a]('.repeat(2_500),
      '**a '.repeat(2_500),
      '_a'.repeat(5_000),
      '\\'.repeat(9_999),
    ]) {
      const text = plainStory(story);
      expect(text.replaceAll(/[*_\\ ]/g, '')).toBe(story.replaceAll(/[*_\\ ]/g, ''));
    }
  });

  test('is one line of words where there is room for no more', () => {
    expect(plainStory('# Rex\n\nis **very** [kind](https://a.example):\n- to cats\n- to us')).toBe(
      'Rex is very kind: to cats to us',
    );
    expect(excerpt('one two three', 20)).toBe('one two three');
    expect(excerpt('one two, three', 10)).toBe('one two…');
    expect(excerpt('🐶'.repeat(10), 5)).toBe('🐶🐶…');
  });
});
