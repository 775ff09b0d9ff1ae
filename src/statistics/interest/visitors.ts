import type { FastifyRequest } from 'fastify';

/** Robots say so in many words. Cubot makes telephones. */
const ROBOT =
  /(?<!cu)bot|crawl|spider|compatible;|headless|lighthouse|preview|scanner|monitor|phantomjs|jsdom|powershell|pingdom|gtmetrix|mediapartners/i;

/**
 * Whether a request is from the browser of a visitor who may be counted: not from a program or a robot that says so, not from a browser that
 * loads a page which nobody has opened, and not from somebody who asks not to be tracked.
 */
export function isFromVisitor({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'user-agent': agent = '', 'sec-purpose': purpose, purpose: olderPurpose, 'sec-gpc': gpc, dnt } = headers;
  // All browsers begin so. RFC 9110, section 10.1.5.
  if (!agent.startsWith('Mozilla/') || ROBOT.test(agent)) return false;
  if (purpose !== undefined || olderPurpose !== undefined) return false;
  return gpc !== '1' && dnt !== '1';
}
