import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newSecret, signedHeaders } from '../../../src/webhooks/sending/signature.ts';
import { anyCharacter } from '../../support/any-character.ts';

describe('a signature', () => {
  test("equals the reference library's, of any body, with each secret", () => {
    const secrets = [newSecret(randomBytes), newSecret(randomBytes)];
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 0, max: 4e12 }), (body, nowMs) => {
        const headers = signedHeaders(secrets, { id: 'evt_1', body }, nowMs);
        const wanted = secrets.map((secret) => new Webhook(secret).sign('evt_1', new Date(nowMs), body));
        expect(headers['webhook-signature']!.split(' ')).toEqual(wanted);
      }),
    );
  });

  test('made now is verified by the reference library; of another body, id or secret it is not', () => {
    const secret = newSecret(randomBytes);
    const body = '{"type":"pet.created"}';
    const headers = signedHeaders([secret], { id: 'evt_1', body }, Date.now());
    expect(new Webhook(secret).verify(body, headers)).toEqual({ type: 'pet.created' });
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow(
      'No matching signature',
    );
    expect(() => new Webhook(newSecret(randomBytes)).verify(body, headers)).toThrow('No matching signature');
  });
});
