import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPet } from '../../support/answers.ts';
import { startOnSqlite, type TestService } from '../../support/service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-pages-'));
  await mkdir(join(folder, 'assets'));
  const head = '<head><meta name="description" content="Animals." /><title>Animals</title></head>';
  await writeFile(join(folder, 'index.html'), `<!doctype html><html>${head}<body></body></html>`);
});
afterAll(() => rm(folder, { recursive: true }));

/** What the head of a document says, as its readers understand it. */
function headOf(html: string) {
  const text = (escaped: string) => escaped.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const properties = [...html.matchAll(/<meta property="([^"]+)" content="([^"]*)" \/>/g)];
  return {
    title: text(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    description: text(/<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''),
    canonical: text(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? ''),
    properties: Object.fromEntries(properties.map(([, name = '', content = '']) => [name, text(content)])),
    data: JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null'),
  };
}

describe("the document of an animal's page", () => {
  const publicUrl = 'https://pets.shelter.example';
  let service: TestService;
  let rex: number;
  const read = (path: string) => service.call('GET', path, { key: null });
  const head = async (id: number) => headOf((await read(`/pets/${id}`)).text);

  beforeAll(async () => {
    service = await startOnSqlite({ pages: folder, settings: { publicUrl } });
    const organization = { name: 'Riverside "&" <Shelter>', phone: '+1 555 0100', address: { city: 'Springfield' } };
    await service.call('PATCH', '/v1/organizations/1', { body: organization });
    rex = await addPet(service, {
      name: 'Rex',
      profile: {
        species: 'Dog',
        breed: { primary: 'Labrador Retriever', mixed: true },
        age: 'young',
        sex: 'male',
        size: 'large',
        goodWith: { cats: 'selective' },
        description: 'He is **kind** and\n- likes [balls](https://balls.example)',
        adoptionFee: { amount: 12_550, currency: 'USD' },
        staff: { notes: 'Zorblax' },
      },
    });
  });
  afterAll(() => service.close());

  test('has its title, description, address and data', async () => {
    const { status, headers, text } = await read(`/pets/${rex}`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const { title, description, canonical, properties, data } = headOf(text);
    const organization = 'Riverside "&" <Shelter>';
    expect(title).toBe(`Rex, young male Labrador Retriever mix · ${organization}`);
    expect(description).toBe(
      `He is kind and likes balls. Labrador Retriever mix · Young · Male · Large. Rex is looking for a home at ${organization}.`,
    );
    expect(canonical).toBe(`${publicUrl}/pets/${rex}`);
    expect(properties).toEqual({
      'og:type': 'website',
      'og:title': title,
      'og:description': description,
      'og:url': canonical,
      'og:site_name': organization,
      'og:locale': 'en_US',
    });
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Rex',
      category: 'Dog',
      additionalProperty: expect.arrayContaining([
        { '@type': 'PropertyValue', name: 'breed', value: 'Labrador Retriever mix' },
        { '@type': 'PropertyValue', name: 'goodWithCats', value: 'With some' },
      ]),
      offers: {
        url: canonical,
        availability: 'https://schema.org/InStock',
        price: '125.50',
        priceCurrency: 'USD',
        offeredBy: {
          '@type': 'AnimalShelter',
          name: organization,
          telephone: '+1 555 0100',
          address: { '@type': 'PostalAddress', addressLocality: 'Springfield' },
        },
      },
    });
    expect(text).not.toContain('Zorblax');
  });

  test('has data in its language', async () => {
    const { data } = headOf((await read(`/pets/${rex}?lang=es`)).text);
    expect(data).toMatchObject({ category: 'Perro', mainEntityOfPage: { inLanguage: 'es' } });
    const values = data.additionalProperty.map(({ value }: { readonly value: string }) => value);
    expect(values).toEqual(['Cruce de Labrador', 'Joven', 'Macho', 'Talla grande', 'Según el caso']);
  });

  test('without a profile names the category, and the state', async () => {
    const tom = await addPet(service, { name: 'Tom', categoryId: 2, status: 'sold' });
    expect(await head(tom)).toMatchObject({
      title: 'Tom · Cats · Riverside "&" <Shelter>',
      description: 'Tom has found a home.',
      data: { offers: { availability: 'https://schema.org/SoldOut' } },
    });
  });

  test('shows what people write as text', async () => {
    const name = `</script><script>alert(1)</script>" onload="x" & 'y' <!--`;
    const id = await addPet(service, { name, profile: { summary: name } });
    const { text } = await read(`/pets/${id}`);
    expect(text.match(/<script/g)).toHaveLength(3);
    expect(text).not.toContain('<!--');
    const { title, description, data } = headOf(text);
    expect([title, description, data.name]).toEqual([
      expect.stringContaining(name),
      expect.stringContaining(name),
      name,
    ]);
  });

  test('says no fee that is not to be shown, and 0 for one that nobody pays', async () => {
    const adoptionFee = { amount: 9_000, currency: 'JPY' };
    const hidden = await addPet(service, { profile: { adoptionFee: { ...adoptionFee, display: false } } });
    const waived = await addPet(service, { profile: { adoptionFee: { ...adoptionFee, waived: true } } });
    expect((await head(hidden)).data.offers).not.toHaveProperty('price');
    expect((await head(waived)).data.offers).toMatchObject({ price: '0', priceCurrency: 'JPY' });
  });

  test('is 404, and says nothing of the animal, where visitors see none', async () => {
    const stranger = await service.newAccount();
    const hidden = await addPet(service, { name: 'Zorblax' }, stranger.key);
    for (const path of [
      `/pets/${hidden}`,
      '/pets/987654321',
      '/pets/0',
      '/pets/x',
      '/pets/1e3',
      '/pets/99999999999999999999',
    ]) {
      const { status, headers, text } = await read(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(headOf(text)).toMatchObject({ title: expect.stringContaining('Animals'), canonical: '', data: null });
      expect(text).not.toContain('Zorblax');
    }
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: false } });
    expect((await read(`/pets/${rex}`)).status).toBe(404);
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: true } });
    expect((await read(`/pets/${rex}`)).status).toBe(200);
  });

  test('of the board has an address, whatever its filters are; other pages are for nobody else', async () => {
    expect(headOf((await read('/?status=all&q=rex')).text)).toMatchObject({
      canonical: `${publicUrl}/`,
      properties: { 'og:title': expect.stringContaining('Animals looking for a home'), 'og:url': `${publicUrl}/` },
    });
    for (const path of ['/portal', '/console', '/docs']) expect(headOf((await read(path)).text).canonical).toBe('');
  });
});
