import './story.css';
import type { ComponentChildren } from 'preact';
import { type Inline, storyBlocks } from '../../../../src/vocabulary/animals/story.ts';

/** Whether two columns suit a story: a shorter one is a few lines, and the reader of a longer one would have to scroll back. */
const isWide = ({ length }: string): boolean => length > 600 && length < 4_000;

interface StoryProps {
  readonly text: string;
  /** BCP 47, if it is known. */
  readonly lang: string | undefined;
}

/** A text of an organization. Links say to search engines that nobody vouches for them. */
export const Story = ({ text, lang }: StoryProps) => (
  <div class={isWide(text) ? 'story story-wide stack user-text' : 'story stack user-text'} lang={lang} dir="auto">
    {storyBlocks(text).map((block, index) => {
      if (block.kind === 'list') {
        const List = block.isOrdered ? 'ol' : 'ul';
        return (
          <List key={index}>
            {block.items.map((item, place) => (
              <li key={place}>{inline(item)}</li>
            ))}
          </List>
        );
      }
      const Element = block.kind === 'heading' ? 'h3' : 'p';
      return <Element key={index}>{inline(block.content)}</Element>;
    })}
  </div>
);

const inline = (content: readonly Inline[]): ComponentChildren =>
  content.map((part, index) => {
    if (typeof part === 'string') return part;
    const inner = inline(part.content);
    if (part.kind !== 'link')
      return part.kind === 'strong' ? <strong key={index}>{inner}</strong> : <em key={index}>{inner}</em>;
    return (
      <a key={index} href={part.url} rel="nofollow ugc noopener">
        {inner}
      </a>
    );
  });
