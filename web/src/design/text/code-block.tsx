import './code-block.css';
import type { ComponentChildren } from 'preact';
import { CopyButton } from '../controls/copy-button.tsx';
import { highlight } from './highlight.ts';

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** Shown in place of the language, such as a choice of languages. */
  readonly head?: ComponentChildren;
  /** Such as "Copy the command". */
  readonly copyLabel?: string;
}

const NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  json: 'JSON',
  http: 'HTTP',
  ts: 'TypeScript',
};

/** Highlighted code with a copy button. */
export const CodeBlock = ({ code, language, head, copyLabel = 'Copy' }: CodeBlockProps) => (
  <figure class="code-block frame">
    <figcaption class="code-head">
      <div class="code-name">{head ?? NAMES[language] ?? 'Text'}</div>
      <CopyButton text={code} label={copyLabel} />
    </figcaption>
    {/* Focusable, so that the keyboard can scroll it. */}
    <pre class="code" tabIndex={0} dir="ltr">
      <Code code={code} language={language} />
    </pre>
  </figure>
);

const Code = ({ code, language }: { readonly code: string; readonly language: string }) => (
  <code>
    {highlight(code, language).map(({ text, kind }) =>
      kind === undefined ? text : <span class={`code-is-${kind}`}>{text}</span>,
    )}
  </code>
);
