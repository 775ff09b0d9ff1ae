import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyEvidence, fee } from '../../../src/importing/reading/fees.ts';
import { read } from './read.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

describe('a fee', () => {
  test.each([
    ['125', usd(12_500)],
    [125, usd(12_500)],
    [89.5, usd(8950)],
    ['125.00', usd(12_500)],
    ['0.5', usd(50)],
    ['0', usd(0)],
    ['$1,250.00', usd(125_000)],
    ['1,250', usd(125_000)],
    ['1,25', usd(125)],
    ['$150', usd(15_000)],
    ['$ 150', usd(15_000)],
    ['US$150', usd(15_000)],
    ['150 dollars', usd(15_000)],
    ['125  USD', usd(12_500)],
    ['$150 USD', usd(15_000)],
    ['150,-', usd(15_000)],
    ['150.-', usd(15_000)],
    ['€150', { amount: 15_000, currency: 'EUR' }],
    ['150 €', { amount: 15_000, currency: 'EUR' }],
    ['250,50 €', { amount: 25_050, currency: 'EUR' }],
    ['1.250,00 €', { amount: 125_000, currency: 'EUR' }],
    ['EUR 80', { amount: 8000, currency: 'EUR' }],
    ['150,- €', { amount: 15_000, currency: 'EUR' }],
    ['£150', { amount: 15_000, currency: 'GBP' }],
    ['150 pounds', { amount: 15_000, currency: 'GBP' }],
    ['CAD 80', { amount: 8000, currency: 'CAD' }],
    ['C$80', { amount: 8000, currency: 'CAD' }],
    ['$80 CAD', { amount: 8000, currency: 'CAD' }],
    ['A$ 80', { amount: 8000, currency: 'AUD' }],
    ['CHF 90.-', { amount: 9000, currency: 'CHF' }],
    ['¥5000', { amount: 5000, currency: 'JPY' }],
    ['Free', usd(0)],
    ['no fee', usd(0)],
    ['gratis', usd(0)],
    ['Waived', { ...usd(0), waived: true }],
    ['Fee waived', { ...usd(0), waived: true }],
    ['Sponsored!', { ...usd(0), waived: true }],
    ['', undefined],
    ['N/A', undefined],
    ['TBD', undefined],
    ['-5', 'unread'],
    ['$-5', 'unread'],
    ['$150-$250', 'unread'],
    ['$75 - 150', 'unread'],
    ['75-150', 'unread'],
    ['$150+', 'unread'],
    ['from $75', 'unread'],
    ['$75 each', 'unread'],
    ['$75 for two', 'unread'],
    ['€150 USD', 'unread'],
    ['$150 €', 'unread'],
    ['12.345', 'unread'],
    ['$1.250', 'unread'],
    ['¥50.50', 'unread'],
    ['1.2.3', 'unread'],
    ['150 XXQ', 'unread'],
    ['ask', 'unread'],
    [`1${' '.repeat(900)}b`, 'unread'],
  ])('%j is %j', (cell, value) => {
    expect(read(fee, cell)).toEqual(value);
  });

  test('without a currency has the one of the file; a dollar sign is for any dollar', () => {
    expect(read(fee, '150', { currency: 'EUR' })).toEqual({ amount: 15_000, currency: 'EUR' });
    expect(read(fee, '1.250', { currency: 'EUR', decimal: ',' })).toEqual({ amount: 125_000, currency: 'EUR' });
    expect(read(fee, '$150', { currency: 'CAD' })).toEqual({ amount: 15_000, currency: 'CAD' });
    expect(read(fee, '$150', { currency: 'EUR' })).toEqual(usd(15_000));
    expect(read(fee, '5000', { currency: 'JPY' })).toEqual({ amount: 5000, currency: 'JPY' });
    expect(read(fee, 'Waived', { currency: 'GBP' })).toEqual({ amount: 0, currency: 'GBP', waived: true });
  });

  test.each([
    ['€150', 'EUR'],
    ['150 £', 'GBP'],
    ['$150', 'USD'],
    ['C$150', 'CAD'],
    ['150 CHF', 'CHF'],
    ['150', undefined],
    ['Waived', undefined],
    ['€150 or $160', undefined],
  ])('%j names the currency %j', (text, currency) => {
    expect(currencyEvidence(text)).toBe(currency);
  });

  test('comes back from every form', () => {
    const names = { USD: ['$', 'USD', 'US$'], EUR: ['€', 'EUR', 'euros'], GBP: ['£', 'gbp'], CAD: ['CA$', 'CAD'] };
    const currency = fc.constantFrom('USD' as const, 'EUR' as const, 'GBP' as const, 'CAD' as const);
    const decimal = fc.constantFrom('.' as const, ',' as const);
    fc.assert(
      fc.property(
        currency.chain((one) => fc.tuple(fc.constant(one), fc.constantFrom(...names[one], ''))),
        fc.integer({ min: 0, max: 9_999_999 }),
        decimal,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('', ' '),
        ([one, name], amount, sign, isGrouped, isBehind, space) => {
          const [whole = '', hundredths = ''] = (amount / 100).toFixed(2).split('.');
          const groups = isGrouped ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, sign === '.' ? ',' : '.') : whole;
          const digits = `${groups}${sign}${hundredths}`;
          const text = isBehind ? `${digits}${space}${name}` : `${name}${space}${digits}`;
          expect(read(fee, text, { currency: one, decimal: sign })).toEqual({ amount, currency: one });
        },
      ),
    );
  });
});
