import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMAGES } from '../organizations/members.ts';
import { pagesScene } from '../pages/scene.ts';
import { expectNotToSee, expectToSee } from '../support/browser.ts';
import { examplesOf, expectShown, shell } from '../support/documented.ts';

describe('docs/organizations.md, in a real browser', () => {
  const scene = pagesScene({ environment: 'staging' });
  const [signUp, organization, invitation, listing, unlisting, logo, ...others] = examplesOf('docs/organizations.md');
  let session: ReturnType<typeof shell>;
  let board: Page;

  beforeAll(async () => {
    session = shell();
    board = await scene.browser().open(scene.service().origin);
  });
  afterAll(() => session.close());

  /** Runs the commands as a reader does, and checks what they print. */
  async function run(example: typeof signUp): Promise<string> {
    const { commands = '', shown } = example ?? {};
    const { origin, operatorKey } = scene.service();
    const own = commands.replaceAll('http://127.0.0.1:8081', origin).replace('psk_test_…', operatorKey);
    const printed = await session.run(own.replaceAll(/\bcurl /g, 'curl -sS '));
    const here = shown && { ...shown, text: shown.text.replaceAll('http://127.0.0.1:8081', origin) };
    expectShown(printed, here);
    return printed;
  }
  const rex = () => board.getByRole('link', { name: 'Rex' });

  test('has six examples', () => {
    expect([unlisting?.commands.includes('"listed": false'), others]).toEqual([true, []]);
  });

  test("a stranger's animal is not on the board", async () => {
    await session.run(`cd "$(mktemp -d -p '${tmpdir()}')"`);
    await run(signUp);
    await board.reload();
    await expectToSee(board.getByText('No animals are looking for a home right now'));
    expect(await rex().count()).toBe(0);
    const answer = await board.goto(`${scene.service().origin}/pets/1`);
    expect(answer?.status()).toBe(404);
    await expectToSee(board.getByText('Animal not found'));
    expect(await board.getByText('Rex').count()).toBe(0);
    await board.goto(scene.service().origin);
  });

  test('neither for an invitation that is accepted', async () => {
    await run(organization);
    const { link } = JSON.parse(await run(invitation)) as { link: string };
    const ann = await scene.browser().open(link);
    await expectToSee(ann.getByText('Riverside Shelter').first());
    await ann.getByRole('button', { name: 'I have an account' }).click();
    await ann.getByLabel('Password').fill('seven quiet otters');
    await ann.getByRole('button', { name: 'Sign in' }).click();
    await expectToSee(ann.getByLabel('Bring my animal'));
    await ann.getByRole('button', { name: 'Join' }).click();
    await ann.waitForURL('**/console/**');
    await expectToSee(ann.getByText('Rex').first());
    await board.reload();
    await expectToSee(board.getByText('No animals are looking for a home right now'));
  });

  test('is there once the organization is listed, on a page that is open', async () => {
    await run(listing);
    await expectToSee(rex());
    await rex().click();
    await expectToSee(board.getByText('Riverside Shelter').first());
    await expectToSee(board.getByText('hello@riverside.example').first());
    await board.goBack();
  });

  test('and is gone once it is unlisted, on a page that is open', async () => {
    await expectToSee(rex());
    await run(unlisting);
    await expectNotToSee(rex());
  });

  test('the logo is there while visitors see the organization', async () => {
    await writeFile(join((await session.run('pwd')).trim(), 'logo.png'), IMAGES['image/png']);
    await run(logo);
    const { body } = await scene.service().call('GET', '/v1/organizations/2');
    expect(body.logo).toMatch(/^\/logos\/2\?v=[\w-]{8}$/);
    const status = async () => (await fetch(scene.service().origin + body.logo)).status;
    expect(await status()).toBe(404);
    await run(listing);
    expect(await status()).toBe(200);
  });

  afterAll(async () => {
    const folder = await session.run('pwd').catch(() => '');
    if (folder.startsWith(tmpdir())) await rm(folder, { recursive: true, force: true });
  });
});
