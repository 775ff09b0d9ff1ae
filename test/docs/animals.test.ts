import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagesScene } from '../pages/scene.ts';
import { image } from '../pets/photos/images.ts';
import { expectNoBarriers, expectToSee } from '../support/browser.ts';
import { type Example, examplesOf, expectShown, shell } from '../support/documented.ts';
import { runningClock } from '../support/service.ts';

describe('docs/animals.md, in a real browser', () => {
  // On the day that the page is about: Rex grows older.
  const scene = pagesScene({ environment: 'staging', now: runningClock() });
  const [adding, photo, secondPhoto, ...others] = examplesOf('docs/animals.md');
  const session = shell();
  let folder: string;
  let board: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'petstore-animals-'));
    await session.run(`cd '${folder}'`);
    await image(1600, 1200).jpeg().toFile(join(folder, 'rex.jpg'));
    await image(900, 1200).jpeg().toFile(join(folder, 'asleep.jpg'));
    board = await scene.browser().open(scene.service().origin);
  });
  afterAll(async () => {
    session.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the commands as a reader does, and checks that they print what the page shows. */
  async function run({ commands, shown }: Example): Promise<void> {
    const { origin, operatorKey } = scene.service();
    const own = commands.replaceAll('http://127.0.0.1:8081', origin).replace('psk_test_…', operatorKey);
    expectShown(await session.run(own.replaceAll(/\bcurl /g, 'curl -sS ')), shown);
  }
  const card = () => board.getByRole('link', { name: /Rex/ });
  const photosShown = () =>
    board.evaluate(
      "[...document.querySelectorAll('main img')].filter(({ complete, naturalWidth, alt }) => complete && naturalWidth > 0 && alt !== '').map(({ alt }) => alt)",
    );

  test('an animal with a profile is on the board at once, with a drawing', async () => {
    await run(adding!);
    await expectToSee(card().getByText('Labrador Retriever mix'));
    await expectToSee(card().getByText('Young · Male · Large'));
    await expectToSee(card().locator('.portrait'));
    await expectNoBarriers(board);
  });

  test('and so are its photos, the first one on the card', async () => {
    await run(photo!);
    await expect.poll(photosShown).toEqual(['Rex with his ball']);
    await run(secondPhoto!);
    await expectNoBarriers(board);
  });

  test('its own page has both photos, with whom it gets on, the story, and the facts', async () => {
    await card().click();
    await expectToSee(board.getByRole('heading', { level: 1, name: 'Rex' }));
    await expectToSee(board.getByText('Wants to go for a walk, preferably now.'));
    const gallery = board.getByRole('region', { name: 'Photos of Rex' });
    await gallery.getByRole('button', { name: 'Next photo' }).click();
    await expect.poll(photosShown).toEqual(['Rex with his ball', 'Rex asleep']);
    await expectToSee(board.getByRole('listitem').filter({ hasText: 'Children' }).getByText('Yes'));
    await expectToSee(board.getByRole('region', { name: 'The story of Rex' }).getByText('ball'));
    await expectToSee(board.getByRole('definition').getByText('US$125'));
    await expectNoBarriers(board);
  });

  test('whoever shares its address shares its name, summary and first photo', async () => {
    const { origin } = scene.service();
    const html = await (await fetch(`${origin}/pets/1`)).text();
    const meta = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
    expect([meta('title'), meta('description')]).toEqual([
      expect.stringMatching(/^Rex, young male Labrador Retriever mix/),
      expect.stringMatching(/^Wants to go for a walk/),
    ]);
    const picture = await fetch(meta('image')!);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test.each(others)('the commands in line $line print what the page shows', run);

  test('the event names what the page says', async () => {
    const { body } = await scene.service().call('GET', '/v1/events?types=pet.updated');
    const changed: string[] = body.at(-1).data.changed;
    expect(readFileSync('docs/animals.md', 'utf8').replaceAll(/\s+/g, ' ')).toContain(
      `\`[${changed.map((name) => `"${name}"`).join(', ')}]\``,
    );
  });
});
