import { expect, test } from 'vitest';
import { addressLines, directionsUrl, mailUrl, phoneUrl } from '../../web/src/board/organization/addresses.ts';

test.each([
  ['+1 555 0100', 'tel:+15550100'],
  ['(555) 010-0100', 'tel:5550100100'],
  ['+49 (0)30 555–0100', 'tel:+49305550100'],
  ['030/5550100', 'tel:0305550100'],
  ['555 0100 ext. 7', 'tel:5550100'],
  ['555 0100 x7', 'tel:5550100'],
  ['555 0100, mornings', 'tel:5550100'],
  ['555 0100 / 555 0101', 'tel:5550100'],
  ['555 0100 or 555 0101', 'tel:5550100'],
  ['555 0100 (adoptions)', 'tel:5550100'],
  ['1-800-ADOPT-ME', undefined],
  ['1 800 ADOPT ME', undefined],
  ['call us', undefined],
])('the telephone number %s is dialed as %s', (text, url) => expect(phoneUrl(text)).toBe(url));

test('an email address cannot add headers to a mail', () => {
  expect(mailUrl('hello@riverside.example')).toBe('mailto:hello@riverside.example');
  expect(mailUrl('a?cc=b&c@riverside.example')).toBe('mailto:a%3Fcc%3Db%26c@riverside.example');
});

test.each([
  [
    { street: '12 Mill Lane', city: 'Springfield', region: 'IL', postalCode: '62701', country: 'US' },
    '12 Mill Lane, Springfield, IL 62701, United States',
  ],
  [{ street: 'Mühlweg 12', city: 'Berlin', postalCode: '10115', country: 'DE' }, 'Mühlweg 12, 10115 Berlin, Germany'],
  [{ region: 'IL' }, 'IL'],
  [{}, ''],
])('an address is written as on an envelope: %j', (address, text) =>
  expect(addressLines({ address }).join(', ')).toBe(text),
);

test('the way there leads to the position, or else to an address that can be found', () => {
  const to = (organization: object) => URL.parse(directionsUrl(organization) ?? '')?.searchParams.get('to');
  const address = { street: 'Mühlweg 12', city: 'Berlin' };
  expect(to({ address, location: { latitude: -0.5, longitude: 13.4 } })).toBe('-0.5,13.4');
  expect(to({ address })).toBe('Mühlweg 12, Berlin');
  expect(to({ address: { country: 'DE' } })).toBeUndefined();
  expect(to({})).toBeUndefined();
});
