import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Question, Score } from './strength.ts';

// The thread of `strength.ts`: loading the lists takes 150 ms, and a score up to 50 ms.

const scorer = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

parentPort?.on('message', ({ id, text, about }: Question) => {
  const { score, feedback } = scorer.check(text, [...about]);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort?.postMessage({ id, score, warning: feedback.warning } satisfies Score);
});
