import { describe, expect, test } from 'vitest';
import { breeds, color, colors, primaryBreed, secondBreed, species } from '../../../src/importing/reading/breeds.ts';
import { fee } from '../../../src/importing/reading/fees.ts';
import { readAnimals } from '../profile/read-animals.ts';
import { read } from './read.ts';

describe('a breed', () => {
  test.each([
    ['Lab', { primary: 'Labrador Retriever' }],
    ['Labrador Retriever Mix', { primary: 'Labrador Retriever', mixed: true }],
    ['lab / boxer', { primary: 'Labrador Retriever', secondary: 'Boxer', mixed: true }],
    ['Boxer x Pug', { primary: 'Boxer', secondary: 'Pug', mixed: true }],
    ['Boxer & Pug', { primary: 'Boxer', secondary: 'Pug', mixed: true }],
    ['Boxer/Mix', { primary: 'Boxer', mixed: true }],
    ['Australian Cattle Dog / Blue Heeler', { primary: 'Australian Cattle Dog / Blue Heeler' }],
    ['Collie, Bearded/Mixed Breed (Large)', { primary: 'Bearded Collie', mixed: true }],
    ['Retriever, Labrador', { primary: 'Labrador Retriever' }],
    ['AM PIT BULL TER / LABRADOR RETR', { primary: 'Pit Bull Terrier', secondary: 'Labrador Retriever', mixed: true }],
    [
      'GERM SHEPHERD/AUST CATTLE DOG',
      { primary: 'German Shepherd Dog', secondary: 'Australian Cattle Dog / Blue Heeler', mixed: true },
    ],
    ['POODLE MIN', { primary: 'Miniature Poodle' }],
    ['SCHNAUZER GIANT', { primary: 'Giant Schnauzer' }],
    ['CHIHUAHUA SH', { primary: 'Chihuahua' }],
    ['JACK RUSS TER', { primary: 'Jack Russell Terrier' }],
    ['WELSH CORGI PEM', { primary: 'Pembroke Welsh Corgi' }],
    ['QUEENSLAND HEEL', { primary: 'Australian Cattle Dog / Blue Heeler' }],
    ['BLACK/TAN HOUND', { primary: 'Black and Tan Coonhound' }],
    ['Pit Bull Mix', { primary: 'Pit Bull Terrier', mixed: true }],
    ['Moonhound', { primary: 'Moonhound' }],
    ['Unknown', { unknown: true }],
    ['N/A', undefined],
    ['constructor', { primary: 'constructor' }],
  ])('%j of a dog is %j', (cell, value) => {
    expect(read(breeds, cell)).toEqual(value);
  });

  test.each([
    ['DOMESTIC SH', 'Domestic Short Hair'],
    ['Domestic MH', 'Domestic Medium Hair'],
    ['DLH', 'Domestic Long Hair'],
    ['AMERICAN SH', 'American Shorthair'],
  ])('%j of a cat is %j', (cell, primary) => {
    expect(read(breeds, cell, {}, 'cat')).toEqual({ primary });
  });

  test('in a column of its own may say that it is a mix', () => {
    expect(read(primaryBreed, 'Lab mix')).toEqual({ breed: { primary: 'Labrador Retriever', mixed: true } });
    for (const cell of ['Mix', 'mixed', 'Mixed Breed (Medium)', 'Cross'])
      expect(read(secondBreed, cell)).toEqual({ breed: { mixed: true } });
    for (const cell of ['None', 'Unknown', '', 'N/A', '-']) expect(read(secondBreed, cell)).toBeUndefined();
    expect(read(secondBreed, 'LABRADOR RETR')).toBe('Labrador Retriever');
  });
});

test.each([
  ['Dogs', 'Dog'],
  ['CANINE', 'Dog'],
  ['Feline', 'Cat'],
  ['Bunny', 'Rabbit'],
  ['Hund', 'Dog'],
  ['Katze', 'Cat'],
  ['perra', 'Dog'],
  ['Conejo', 'Rabbit'],
  ['Pájaro', 'Bird'],
  ['Meerschweinchen', 'Guinea Pig'],
  ['lapin', 'Rabbit'],
  ['Guinea pigs', 'Guinea Pig'],
  ['Puppy', { species: 'Dog', age: 'baby' }],
  ['kittens', { species: 'Cat', age: 'baby' }],
  ['Unicorn', 'Unicorn'],
  ['7', undefined],
])('the species %j is %j', (cell, value) => {
  expect(read(species('breed'), cell, {}, undefined)).toEqual(value);
});

test('colors may be several, and none', () => {
  expect(read(colors, 'Black/White')).toEqual(['Black', 'White / Cream']);
  expect(read(colors, 'Black; None')).toEqual(['Black']);
  for (const nothing of ['Unknown', 'n/a']) expect(read(colors, nothing)).toBeUndefined();
  expect(read(color, 'n/a')).toBeUndefined();
});

/** Milliseconds: where each space is read on from, 100,000 take most of a minute. */
const soon = { timeout: 30_000 };

test('a cell of spaces is read as fast as any', soon, () => {
  const spaces = ' '.repeat(99_000);
  expect(read(breeds, `a${spaces}b`)).toBe('unread');
  expect(read(fee, `1${spaces}b`)).toBe('unread');
  expect(read(fee, '125  USD')).toEqual({ amount: 12_500, currency: 'USD' });
});

test('a size of spaces is read as fast as any', soon, async () => {
  const animal = {
    'Internal-ID': '1',
    Name: 'Rex',
    Type: 'Dog',
    Status: 'Available',
    LastUpdatedUnixTime: '1588529866',
  };
  const sizes = ['Medium (20-59)', `Medium${' '.repeat(150_000)}!`];
  const rows = sizes.map((Size, i) => ({ ...animal, 'Internal-ID': String(i), Size }));
  const { animals, badCells } = await readAnimals(JSON.stringify({ animals: rows }), 'json');
  expect(animals.map(({ pet }) => pet.profile?.size)).toEqual(['medium', undefined]);
  expect(badCells).toMatchObject([{ line: 1, column: 'Size' }]);
});
