import { expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { pseudoLanguages } from '../support/pseudo.ts';
import { builtPages, sharedService, startOnSqlite } from '../support/service.ts';

pseudoLanguages();
const service = sharedService(startOnSqlite, { pages: builtPages });

test.each(['en-XA', 'ar-XB'])('heads and feeds say nothing outside the catalogue of %s', async (language) => {
  const read = async (path: string): Promise<string> =>
    (await service.call('GET', `${path}?lang=${language}`, { key: null, headers: { accept: 'text/html' } })).text;
  const profile = {
    species: 'Dog',
    breed: { primary: 'Beagle', mixed: true },
    age: 'young',
    sex: 'male',
    size: 'small',
  };
  const petId = await addPet(service, { name: 'Rex', profile });
  const [board, animal] = [await read('/'), await read(`/pets/${petId}`)];
  const inHead = (html: string) =>
    [/<title>([^<]*)/, /<meta name="description" content="([^"]*)/].map((part) => part.exec(html)?.[1]);
  const feed = JSON.parse(await read('/feed.json'));
  const { title, content_text: text } = feed.items[0];
  for (const said of [...inHead(board), ...inHead(animal), feed.title, feed.description, title, text]) {
    let own = String(said);
    // A sentence may have another one in it.
    while (/⟦[^⟦⟧]*⟧/u.test(own)) own = own.replaceAll(/⟦[^⟦⟧]*⟧/gu, '');
    expect(own.replaceAll(/Rex|Our shelter/g, ''), said).not.toMatch(/[\p{L}⟦⟧]/u);
  }
});
