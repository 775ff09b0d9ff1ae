import { useState } from 'preact/hooks';
import { UserText } from '../../design/text/user-text.tsx';

const mostCharacters = 180;

/** A long text begins with its first sentences; a button shows all of it. */
export function ClampedText({ children: text }: { readonly children: string }) {
  const [isWhole, setWhole] = useState(false);
  const beginning = beginningOf(text);
  const isCut = beginning !== text;
  return (
    <>
      <p class="order-note">
        <UserText>{isWhole ? text : beginning}</UserText>
      </p>
      {isCut && (
        <button
          type="button"
          class="console-link order-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}

/** The whole text if it is short; else its first sentences, or words if the first sentence is long. */
function beginningOf(text: string): string {
  if (text.length <= mostCharacters && text.split('\n').length <= 4) return text;
  const lines = text.split('\n').slice(0, 4).join('\n').slice(0, mostCharacters);
  const sentence = /^[^]*[.!?…](?=\s)|^[^]*(?=\n)/.exec(lines)?.[0] ?? '';
  if (sentence.trim().length >= 40) return sentence;
  const words = /^[^]*(?=\s)/.exec(lines)?.[0] ?? '';
  return `${words === '' ? lines : words} …`;
}
