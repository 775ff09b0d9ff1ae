import './guide-page.css';
import type { TargetedMouseEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { ENVIRONMENTS } from '../../../src/vocabulary/environments.ts';
import { useHashTarget } from '../data/hash-target.ts';
import { Badge } from '../design/data/badge.tsx';
import { Icon } from '../design/data/icons.tsx';
import { Skeleton } from '../design/data/skeleton.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import { CodeBlock } from '../design/text/code-block.tsx';
import { LoadFailure } from '../lazy-page.tsx';
import { originOf } from '../settings.ts';
import type { Block, Guide, Heading, Transitions } from './guide.ts';
import { GUIDES, type ListedGuide } from './guides.ts';

/** A guide with its table of contents, and links to the previous and next guide. */
export function GuidePage({ guide }: { readonly guide: ListedGuide }) {
  const [page, setPage] = useState<Guide | 'failed'>();
  useEffect(() => {
    let isCurrent = true;
    setPage(undefined);
    guide.load().then(
      (loaded) => isCurrent && setPage(loaded),
      () => isCurrent && setPage('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [guide]);
  useHashTarget(typeof page === 'object');
  if (page === 'failed') return <LoadFailure />;
  return (
    <div class="guide">
      <article class="guide-text" aria-busy={page === undefined}>
        <PageHeader title={guide.title} />
        {page === undefined ? <Skeleton height="24rem" /> : <Blocks blocks={page.blocks} />}
        <Neighbours of={guide} />
      </article>
      {page !== undefined && <Contents headings={page.headings} />}
    </div>
  );
}

/** The addresses of `npm start`, which the guides use. */
const EXAMPLE_ORIGINS = { production: 'http://127.0.0.1:8080', staging: 'http://127.0.0.1:8081' } as const;

/** The code with the addresses of this service, as far as the page knows them. */
const runnable = (code: string): string =>
  ENVIRONMENTS.reduce((text, environment) => {
    const example = EXAMPLE_ORIGINS[environment];
    return text.replaceAll(example, originOf(environment) ?? example);
  }, code);

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  const [, navigate] = useLocation();
  /** Follows links between guides without loading the page again. */
  const follow = (event: TargetedMouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!href.startsWith('/') || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <div class="prose stack" onClick={follow}>
      {blocks.map((block, index) => {
        if (block.kind === 'transitions') return <TransitionList key={index} transitions={block.transitions} />;
        if (block.kind === 'markup')
          return <div key={index} class="prose-markup" dangerouslySetInnerHTML={{ __html: block.html }} />;
        return <CodeBlock key={index} code={runnable(block.text)} language={block.language} />;
      })}
    </div>
  );
}

const TransitionList = ({ transitions }: { readonly transitions: readonly Transitions[] }) => (
  <ul class="transitions frame stack tight">
    {transitions.map(({ from, to }) => (
      <li key={from}>
        <Badge tone="neutral">{from}</Badge>
        <ul class="transitions-to row">
          {to.map(({ to: state, name }) => (
            <li key={state}>
              <Icon name="arrow" size={16} label="may become" />
              {name !== undefined && <span class="quiet small">{name}</span>}
              <Badge tone="accent">{state}</Badge>
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
);

const Contents = ({ headings }: { readonly headings: readonly Heading[] }) =>
  headings.length < 2 ? null : (
    <nav class="guide-contents" aria-label="On this page">
      <p class="guide-contents-title">On this page</p>
      <ul class="guide-contents-list">
        {headings.map(({ id, text, depth }) => (
          <li key={id} class={`guide-contents-${depth}`}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );

function Neighbours({ of }: { readonly of: ListedGuide }) {
  const index = GUIDES.indexOf(of);
  const neighbours = [
    ['Previous', GUIDES[index - 1]],
    ['Next', GUIDES[index + 1]],
  ] as const;
  return (
    <nav class="guide-neighbours stack" aria-label="Previous and next guide">
      {neighbours.map(([words, guide]) =>
        guide === undefined ? (
          <span key={words} />
        ) : (
          <Link key={words} href={guide.href}>
            <span class="small quiet">{words}</span>
            <strong>{guide.title}</strong>
          </Link>
        ),
      )}
    </nav>
  );
}
