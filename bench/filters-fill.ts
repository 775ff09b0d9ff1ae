/** The animals of `filters.ts`, as SQL that both engines run. Every number follows from the id, so that both have the same animals. */

/** A number from 0 up to 1 that looks random. @param salt a prime */
export const random = (salt: number): string => `(${noise(salt)} - floor(${noise(salt)}))`;
const noise = (salt: number): string => `sin(n.i * ${salt}.137) * 43758.5453`;
export const integer = (number: string): string => `cast(floor(${number}) as bigint)`;
export const oneOf = (salt: number, shares: Readonly<Record<string, number>>): string => {
  let below = 0;
  const cases = Object.entries(shares).map(([value, share]) => {
    below += share;
    return `when ${random(salt)} < ${below.toFixed(4)} then '${value}'`;
  });
  return `case ${cases.join(' ')} end`;
};

export const ORGANIZATIONS = 60;
const breeds = 300;
const dayMs = 86_400_000;

/** @param numbers a table `n` with the column `i`, from 1 to the number of animals */
export function fill(numbers: string, pets: number, nowMs: number): string[] {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  // Between Miami and Seattle.
  const latitude = (salt: number) => `27 + 20 * ${random(salt)}`;
  const longitude = (salt: number) => `-122 + 45 * ${random(salt)}`;
  // Younger animals are more frequent: 8 % are older than eight years.
  const ageInDays = integer(`3000 * ${random(7)} * (0.2 + ${random(11)}) * 1.3`);
  const facet = (name: string, value: string, where = 'true') =>
    `insert into pet_facets (facet, pet_id) select '${name}:' || ${value}, id from traits where ${where} order by 1, 2`;
  return [
    `insert into organizations (name, name_folded, latitude, longitude, listed_at, version, created_at, updated_at)
      select 'Shelter ' || n.i, 'SHELTER ' || n.i, ${latitude(7919)}, ${longitude(6007)}, 1, 1, 1, 1
      from ${numbers} where n.i <= ${ORGANIZATIONS}`,
    `insert into pets (account_id, organization_id, name, name_folded, category_id, status, version, created_at, updated_at)
      select (select max(id) from accounts), (select min(id) from organizations) + ${integer(`${ORGANIZATIONS} * ${random(31)}`)},
        'Rex ' || n.i, 'REX ' || n.i, n.i % 7 + 1,
        ${oneOf(13, { available: 0.3, pending: 0.02, sold: 1 })}, 1,
        ${nowMs} - (${pets} - n.i) * 100000, ${nowMs} - (${pets} - n.i) * 100000 from ${numbers}`,
    `create table traits as select n.i as id, ${oneOf(17, { DOG: 0.5, CAT: 0.42, RABBIT: 0.05, BIRD: 0.029, HORSE: 1 })} as species,
      ${integer(`exp(${Math.log(breeds)} * ${random(19)})`)} as breed, ${oneOf(23, { male: 0.5, female: 0.49, unknown: 1 })} as sex,
      ${oneOf(29, { small: 0.35, medium: 0.4, large: 0.2, xlarge: 1 })} as size,
      ${oneOf(37, { short: 0.13, medium: 0.04, long: 0.03, curly: 0.01 })} as coat,
      ${oneOf(41, { BLACK: 0.3, WHITE: 0.2, BROWN: 0.15, GRAY: 0.15, ORANGE: 0.1, TORTOISESHELL: 1 })} as color,
      ${oneOf(43, { yes: 0.15, no: 0.05 })} as children, ${oneOf(47, { yes: 0.3, no: 0.1 })} as dogs,
      ${oneOf(53, { yes: 0.25, no: 0.15 })} as cats, ${oneOf(59, { true: 0.4, false: 0.2 })} as trained,
      ${oneOf(61, { true: 0.04, false: 0.46 })} as special,
      ${today} - ${dayMs} * ${ageInDays} as born,
      ${today} - ${dayMs} * ${integer(`900 * ${random(67)} * ${random(71)} * ${random(73)}`)} as came,
      case when ${random(79)} < 0.05 then ${integer(`400 * ${random(83)}`)} end as town
      from ${numbers}`,
    // An animal is born before it comes.
    `insert into pet_profiles (pet_id, version, updated_at, birth_date, waiting_since, latitude, longitude, shown)
      select id, 1, 1, born, case when came < born then born else came end,
        round(cast(27 + town * 37 % 400 / 20.0 as numeric), 2), round(cast(-122 + town * 53 % 400 / 9.0 as numeric), 2),
        '{"species":"' || species || '","sex":"' || sex || '","description":"' || substr('${'A friendly animal. '.repeat(20)}', 1, 300) || '"}'
      from traits order by id`,
    facet('species', 'species'),
    facet('breed', `'BREED ' || breed`),
    facet('sex', 'sex'),
    facet('size', 'size'),
    facet('coat', 'coat', 'coat is not null'),
    facet('color', 'color'),
    facet('goodWith.children', 'children', 'children is not null'),
    facet('goodWith.dogs', 'dogs', 'dogs is not null'),
    facet('goodWith.cats', 'cats', 'cats is not null'),
    facet('houseTrained', 'trained', 'trained is not null'),
    facet('specialNeeds', 'special', 'special is not null'),
    facet('born', integer(`1970 + born / 31556952000.0`)),
    'drop table traits',
  ];
}
