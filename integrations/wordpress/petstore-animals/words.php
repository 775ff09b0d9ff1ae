<?php
/** Says what an animal is, with the Petstore's own words: the plugin has none for visitors. */

namespace PetstoreAnimals;

defined('ABSPATH') || exit;

/**
 * The Petstore's words in the language that is closest to the wanted one.
 *
 * @param string $language BCP 47
 * @return array{value: ?array, error: string}
 */
function words(string $language): array {
  return remembered("words $language " . settings()['address'], 86400, function () use ($language): array {
    ['body' => $body] = answer('/words?lang=' . rawurlencode($language));
    ['words' => $words, 'language' => $language] = $body + ['words' => null, 'language' => null];
    if (!is_array($words) || !is_string($language)) throw nonsense();
    $first = part($words, 'first');
    $animal = part($words, 'animal');
    return [
      'language' => $language,
      'animals' => part($words, 'animals'),
      'statuses' => part($first, 'statuses'),
      'terms' => part($body, 'terms'),
      'texts' => [
        'nothing' => text_in($first, 'nothingHere'),
        'adopt' => text_in($first, 'howToAdopt'),
        'missing' => text_in($animal, 'notFound'),
        'back' => text_in($animal, 'allAnimals'),
        'all' => text_in($animal, 'seeAll'),
      ],
    ];
  });
}

/** Such as `Labrador Retriever mix · Young · Male`; empty if nothing is known. */
function facts(array $profile, array $words): string {
  $species = text_in($profile, 'species');
  $sex = text_in($profile, 'sex');
  $kinds = ['Dog' => 'dog', 'Cat' => 'cat', 'Rabbit' => 'rabbit', 'Horse' => 'horse'];
  $values = ['kind' => $kinds[$species] ?? 'other', 'sex' => $sex];
  $word = fn(string $list, string $value): string => say(part($words['animals'], $list)[$value] ?? '', $values, $words);
  $breed = breed(part($profile, 'breed'), $words);
  $facts = [
    $breed === '' ? term($words, ['species'], $species) : $breed,
    $word('ages', text_in($profile, 'age')),
    $sex === 'unknown' ? '' : $word('sexes', $sex),
    $word('sizes', text_in($profile, 'size')),
  ];
  return implode(' · ', array_filter($facts, fn($fact) => $fact !== ''));
}

/** Such as `Labrador Retriever mix`; empty if nothing is known. */
function breed(array $breed, array $words): string {
  $messages = $words['animals'];
  $mixed = ($breed['mixed'] ?? false) === true;
  $stored = array_values(array_filter([text_in($breed, 'primary'), text_in($breed, 'secondary')], fn($name) => $name !== ''));
  if ($stored === []) {
    return $mixed ? text_in($messages, 'mixedBreed') : (($breed['unknown'] ?? false) === true ? text_in($messages, 'unknownBreed') : '');
  }
  $names = array_map(fn($name) => term($words, ['breeds', 'species'], $name), $stored);
  $breeds = isset($names[1]) ? say($messages['breedPair'] ?? '', ['first' => $names[0], 'second' => $names[1]], $words) : $names[0];
  $is_mix = ($mixed || isset($names[1])) && !preg_match('/\bmix(?:ed)?\b/i', implode(' ', $stored));
  return $is_mix ? say($messages['mix'] ?? '', ['breeds' => $breeds], $words) : $breeds;
}

/** What the language calls a stored word: the word itself if it has no other. */
function term(array $words, array $tables, string $stored): string {
  foreach ($tables as $table) {
    $shown = text_in(part($words['terms'], $table), $stored);
    if ($shown !== '') return $shown;
  }
  return $stored;
}

/** A message with its values. It is a text, or an object with a text for each value of what it depends on. */
function say(mixed $message, array $values, array $words): string {
  while (is_array($message)) $message = $message[$values[text_in($message, 'by')] ?? ''] ?? $message['other'] ?? '';
  $isolate = is_right_to_left($words['language']);
  return preg_replace_callback(
    '/\{(\w+)\}/',
    fn($name) => ($isolate ? "\u{2068}" : '') . ($values[$name[1]] ?? '') . ($isolate ? "\u{2069}" : ''),
    is_string($message) ? $message : '',
  ) ?? '';
}

function is_right_to_left(string $language): bool {
  return (bool) preg_match('/^(?:ar|fa|he|ur)\b/', $language);
}
