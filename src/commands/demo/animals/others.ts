import { bird, type BirdLook, reptile, type ReptileLook } from '../drawing/birds-and-reptiles.ts';
import type { Scene } from '../drawing/scenes.ts';
import { rabbit, type RabbitLook, rodent, type RodentLook } from '../drawing/small-animals.ts';
import { type DemoAnimal, dollars, goodWith } from './animal.ts';

type Age = readonly [days: number, months: number];
type Place = readonly [Scene, string];

const other =
  <Look>(draw: (look: Look) => string, at: readonly [number, number], usual: DemoAnimal['profile']) =>
  (
    name: string,
    [days, months]: Age,
    [scene, color]: Place,
    look: Look,
    profile: DemoAnimal['profile'],
  ): DemoAnimal => ({
    name,
    days,
    months,
    profile: { ...usual, ...profile },
    picture: { animal: draw(look), at, scene, color },
  });

const rabbitOf = other<RabbitLook>(rabbit, [600, 560], {
  species: 'Rabbit',
  size: 'small',
  coat: 'short',
  adoptionFee: dollars(60),
  altered: true,
});
const rodentOf = other<RodentLook>(rodent, [600, 420], { size: 'small', coat: 'short', adoptionFee: dollars(30) });
const birdOf = other<BirdLook>(bird, [600, 440], { species: 'Bird', size: 'small', adoptionFee: dollars(40) });
const reptileOf = other<ReptileLook>(reptile, [600, 420], {
  adoptionFee: dollars(90),
  needs: { ownerExperience: 'species' },
});

export const RABBITS: readonly DemoAnimal[] = [
  rabbitOf(
    'Clover',
    [26, 18],
    ['meadow', '#cfe3c9'],
    { coat: '#c9a27a', light: '#fff3e2', ears: 'lop' },
    {
      breed: { primary: 'Holland Lop' },
      colors: ['Orange / Red'],
      sex: 'female',
      goodWith: goodWith('y-s'),
      summary: 'Flops over when she is happy. Often.',
      description: 'Clover lives with Thumper and will only leave with him. They have a litter box, and know it.',
    },
  ),
  rabbitOf(
    'Thumper',
    [26, 20],
    ['arch', '#a9b98f'],
    { coat: '#f6f1e8', dark: '#57504b', ears: 'up', mark: 'dutch' },
    {
      breed: { primary: 'Dutch' },
      colors: ['Black', 'White'],
      sex: 'male',
      goodWith: goodWith('y-s'),
      summary: 'Half of a pair.',
      description: 'Thumper lives with Clover and grooms her ears from six to seven every evening.',
    },
  ),
  rabbitOf(
    'Snowdrop',
    [16, 9],
    ['window', '#bcc7d6'],
    { coat: '#f5f1ea', light: '#ffffff', dark: '#4f4743', ears: 'up', mark: 'points', eye: '#b2505a' },
    {
      breed: { primary: 'Californian' },
      colors: ['White'],
      sex: 'female',
      size: 'medium',
      goodWith: goodWith('s--'),
      summary: 'Red eyes, soft heart.',
      description: 'Snowdrop was a classroom rabbit and has retired from the first grade.',
    },
  ),
  rabbitOf(
    'Waffle',
    [9, 7],
    ['autumn', '#ead0a4'],
    { coat: '#f3e9da', dark: '#a5714a', ears: 'one', mark: 'butterfly' },
    {
      breed: { primary: 'English Spot', mixed: true },
      colors: ['Brown / Chocolate', 'White'],
      sex: 'male',
      goodWith: goodWith('yy-'),
      summary: 'One ear up: he is listening.',
      description: 'Nobody knows why only one of his ears stands. Waffle is not telling.',
    },
  ),
];

export const RODENTS: readonly DemoAnimal[] = [
  rodentOf(
    'Nugget',
    [34, 8],
    ['meadow', '#dce6c0'],
    { coat: '#d9a066', ears: 'petal', mark: 'thirds' },
    {
      species: 'Guinea Pig',
      breed: { primary: 'Guinea Pig' },
      colors: ['Tortoiseshell'],
      sex: 'male',
      goodWith: goodWith('y--'),
      summary: 'Whistles at the fridge.',
      description: 'Nugget hears a cucumber through two doors.',
    },
  ),
  rodentOf(
    'Peanut',
    [21, 10],
    ['room', '#cdb28f'],
    { coat: '#a8754b', ears: 'petal', mark: 'blaze', isShaggy: true },
    {
      species: 'Guinea Pig',
      breed: { primary: 'Abyssinian' },
      colors: ['Brown / Chocolate', 'White'],
      sex: 'female',
      coat: 'medium',
      goodWith: goodWith('y--'),
      summary: 'Woke up like this.',
      description: 'Peanut and Butter have shared everything from the first day on. They go together.',
    },
  ),
  rodentOf(
    'Butter',
    [21, 10],
    ['arch', '#e0bf7f'],
    { coat: '#efd9ac', ears: 'petal' },
    {
      species: 'Guinea Pig',
      breed: { primary: 'Guinea Pig' },
      colors: ['Cream'],
      sex: 'female',
      goodWith: goodWith('y--'),
      summary: 'Goes with Peanut. Obviously.',
      description: 'Butter is the calm one. She goes together with Peanut.',
    },
  ),
  rodentOf(
    'Remy',
    [6, 6],
    ['window', '#b8b3a6'],
    { coat: '#6f6a6b', light: '#f2eee8', ears: 'large', mark: 'hood' },
    {
      species: 'Rat',
      breed: { primary: 'Rat' },
      colors: ['Black', 'White'],
      sex: 'male',
      goodWith: goodWith('yn-'),
      adoptionFee: dollars(15),
      summary: 'Opens boxes. Closes none.',
      description:
        'Remy knows his name, three tricks and how to open the box with the treats. He needs company of his kind.',
    },
  ),
  rodentOf(
    'Hopscotch',
    [12, 5],
    ['dusk', '#8b6f7f'],
    { coat: '#c48f5c', ears: 'round', mark: 'cheeks' },
    {
      species: 'Hamster',
      breed: { primary: 'Hamster' },
      colors: ['Cinnamon'],
      sex: 'female',
      goodWith: goodWith('s--'),
      adoptionFee: dollars(10),
      summary: 'Works nights.',
      description:
        'Hopscotch runs four miles a night and stores half a pound of oats in places that you will find next year.',
    },
  ),
];

export const BIRDS: readonly DemoAnimal[] = [
  birdOf(
    'Kiwi',
    [18, 14],
    ['window', '#c3b58e'],
    { body: '#7cb85c', face: '#f2e38a', wing: '#5c9a48', beak: '#e3b566', kind: 'budgie' },
    {
      breed: { primary: 'Parakeet (Other)' },
      colors: ['Green', 'Yellow'],
      sex: 'male',
      goodWith: goodWith('y-n'),
      summary: 'Says “good morning”. At all times.',
      description:
        'Kiwi is tame, cheerful and loud between six and nine. A large cage, and a second budgie, would make him happy.',
    },
  ),
  birdOf(
    'Sunny',
    [39, 30],
    ['arch', '#8fb3b0'],
    { body: '#f0c84a', face: '#f5d76a', wing: '#d9a93a', beak: '#e89a5a', kind: 'canary' },
    {
      breed: { primary: 'Canary' },
      colors: ['Yellow'],
      sex: 'male',
      goodWith: goodWith('y-n'),
      summary: 'Sings along with the vacuum cleaner.',
      description: 'Sunny came from a flat that was given up. He sings best near a window.',
    },
  ),
  birdOf(
    'Ziva',
    [14, 42],
    ['room', '#a9b6a0'],
    { body: '#a9a59d', face: '#f4e6a0', wing: '#7c7870', beak: '#b9a68c', kind: 'cockatiel' },
    {
      breed: { primary: 'Cockatiel' },
      colors: ['Gray', 'Yellow'],
      sex: 'female',
      goodWith: goodWith('ysn'),
      adoptionFee: dollars(80),
      summary: 'Raises her crest at compliments.',
      description: 'Ziva whistles the first half of an old television tune. You may teach her the second half.',
    },
  ),
  birdOf(
    'Mango',
    [1, 26],
    ['meadow', '#bfe0dc'],
    { body: '#79b65a', face: '#f0a04f', wing: '#4f9152', beak: '#d9605a', kind: 'lovebird' },
    {
      breed: { primary: 'Lovebird' },
      colors: ['Green', 'Orange'],
      sex: 'unknown',
      goodWith: goodWith('s-n'),
      summary: 'Small bird, large personality.',
      description: 'Mango arrived yesterday and has already redecorated the cage.',
    },
  ),
];

export const REPTILES: readonly DemoAnimal[] = [
  reptileOf(
    'Sheldon',
    [140, 372],
    ['meadow', '#e0e2b8'],
    { kind: 'tortoise', shell: '#9a7b45', skin: '#8f9a5f' },
    {
      species: 'Tortoise',
      breed: { primary: 'Tortoise' },
      colors: ['Brown'],
      sex: 'male',
      size: 'medium',
      goodWith: goodWith('y--'),
      adoptionFee: dollars(120),
      summary: 'Thirty-one, and in no hurry.',
      description:
        'Sheldon may well outlive this web site. He needs a garden in summer, a cool place in winter and an heir.',
    },
  ),
  reptileOf(
    'Gizmo',
    [20, 36],
    ['dusk', '#b58a6a'],
    { kind: 'gecko', skin: '#e8c25a', spots: '#6b4f2f' },
    {
      species: 'Gecko',
      breed: { primary: 'Gecko' },
      colors: ['Yellow', 'Brown'],
      sex: 'male',
      size: 'small',
      goodWith: goodWith('y--'),
      summary: 'Always smiles. Means it sometimes.',
      description: 'Gizmo eats from tweezers and sheds in one piece. His terrarium comes with him.',
    },
  ),
  reptileOf(
    'Noodle',
    [10, 50],
    ['arch', '#9db38f'],
    { kind: 'snake', skin: '#e3915a', saddle: '#b5432f' },
    {
      species: 'Snake',
      breed: { primary: 'Corn Snake' },
      colors: ['Orange', 'Red'],
      sex: 'female',
      size: 'medium',
      goodWith: goodWith('y--'),
      summary: 'Hugs, slowly.',
      description: 'Noodle is calm, tame and eats once a week. No cat was harmed in the making of this profile.',
    },
  ),
];
