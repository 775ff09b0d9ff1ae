import { expect, test } from 'vitest';
import { redisLocationOf } from '../../src/limits/redis/location.ts';

test('the URL of Redis names a server, sentinels with the name of the primary, or nodes of a cluster', () => {
  expect(redisLocationOf('rediss://:p%40ss@redis.example')).toEqual({
    kind: 'server',
    url: 'rediss://:p%40ss@redis.example',
  });
  expect(
    redisLocationOf('rediss+sentinel://ann:p%40ss@one.example,[::1]:26380/pets/2?sentinel_password=other%26'),
  ).toEqual({
    kind: 'sentinel',
    hosts: [
      { host: 'one.example', port: 26_379 },
      { host: '::1', port: 26_380 },
    ],
    isEncrypted: true,
    login: { username: 'ann', password: 'p@ss' },
    name: 'pets',
    db: 2,
    sentinelLogin: { password: 'other&' },
  });
  expect(redisLocationOf('redis+cluster://10.0.0.1,10.0.0.2:7000')).toEqual({
    kind: 'cluster',
    hosts: [
      { host: '10.0.0.1', port: 6_379 },
      { host: '10.0.0.2', port: 7_000 },
    ],
    isEncrypted: false,
    login: {},
    name: '',
    db: 0,
    sentinelLogin: {},
  });
});
