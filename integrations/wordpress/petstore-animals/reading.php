<?php
/** Reads from the Petstore, and remembers what it answered. */

namespace PetstoreAnimals;

defined('ABSPATH') || exit;

/** How long visitors see a list before the next one is read. */
const FRESH_SECONDS = 300;
/** How long the Petstore is left alone after a failure. */
const PAUSE_SECONDS = 60;
/** How long visitors see the last good list while the Petstore fails. */
const KEPT_SECONDS = 7 * 86400;
/** Statuses with which the Petstore refuses a key: revoked, or of a suspended account. A firewall before it answers with them, too. */
const REFUSALS = [401, 403];
/** A visitor waits for two answers at most: the list, and once a day the words. */
const TIMEOUT_SECONDS = 3;
/** A hundred animals with long stories in four languages have half of that. */
const MAX_BYTES = 8 * 1024 * 1024;

const NOTHING = ['until' => 0, 'keptUntil' => 0, 'value' => null, 'error' => ''];

/**
 * What `$read` returned, at most `$fresh_seconds` ago if it succeeds. If it fails: what it returned last, up to KEPT_SECONDS ago, and the error.
 * If the Petstore refuses the key, only the error: nobody may show its animals any more.
 * Of several visitors at once, one calls it.
 *
 * @param callable(): array $read throws a RuntimeException if it fails, with the status of an Error of the Petstore as its code
 * @return array{value: ?array, error: string}
 */
function remembered(string $name, int $fresh_seconds, callable $read): array {
  $key = 'petstore_' . md5($name);
  $known = stored($key);
  if (time() < $known['until']) return $known;
  // PHP releases the lock even if the request is killed. Without a writable folder, everybody asks.
  $lock = @fopen(get_temp_dir() . "$key.lock", 'c'); // phpcs:ignore -- a failure is expected
  try {
    // The others see what is known. If that is nothing, they wait for the one that asks.
    if ($lock && !flock($lock, $known['value'] === null ? LOCK_EX : LOCK_EX | LOCK_NB)) return $known;
    $known = stored($key, true);
    if (time() < $known['until']) return $known;
    try {
      $value = $read();
      $known = ['until' => time() + $fresh_seconds, 'keptUntil' => time() + KEPT_SECONDS, 'value' => $value, 'error' => ''];
    } catch (\RuntimeException $failure) {
      $known = ['until' => time() + PAUSE_SECONDS, 'error' => $failure->getMessage()] + $known;
      if (in_array($failure->getCode(), REFUSALS, true) || time() >= $known['keptUntil']) $known['value'] = null;
    }
    set_transient($key, $known, KEPT_SECONDS);
    return $known;
  } finally {
    if ($lock) fclose($lock);
  }
}

/** @param bool $anew whether another request may have stored it since this one has read it */
function stored(string $key, bool $anew = false): array {
  // WordPress remembers for a whole request what it has read, and also what there was not.
  $options = $anew ? ['notoptions', "_transient_timeout_$key", "_transient_$key"] : [];
  foreach ($options as $option) wp_cache_delete($option, 'options');
  $known = get_transient($key);
  return is_array($known) ? $known + NOTHING : NOTHING;
}

/**
 * What a GET request answers, as parsed JSON. The address is the administrator's, and may be in the shelter's own network.
 *
 * @return array{body: array, more: bool} `more`: whether a list goes on
 */
function answer(string $path): array {
  ['address' => $address, 'key' => $key] = settings();
  if ($address === '' || $key === '') throw new \RuntimeException(__('The settings lack the address or the key.', 'petstore-animals'));
  $answer = wp_remote_get($address . $path, [
    'timeout' => TIMEOUT_SECONDS,
    // The key belongs to this address.
    'redirection' => 0,
    'limit_response_size' => MAX_BYTES,
    'headers' => ['Accept' => 'application/json', 'Authorization' => "Bearer $key"],
  ]);
  if (is_wp_error($answer)) throw new \RuntimeException($answer->get_error_message());
  $status = wp_remote_retrieve_response_code($answer);
  $body = json_decode(wp_remote_retrieve_body($answer), true);
  if ($status !== 200) {
    ['code' => $code, 'message' => $message] = (is_array($body) ? $body : []) + ['code' => null, 'message' => null];
    /* translators: %s: a status code of HTTP */
    $failure = sprintf(__('The Petstore answered with status %s', 'petstore-animals'), $status);
    throw new \RuntimeException($failure . (is_string($message) ? ": $message" : '.'), is_string($code) ? (int) $status : 0);
  }
  if (!is_array($body)) throw nonsense();
  return ['body' => $body, 'more' => str_contains(implode(',', (array) wp_remote_retrieve_header($answer, 'link')), 'rel="next"')];
}

function nonsense(): \RuntimeException {
  return new \RuntimeException(__('What answered is no Petstore.', 'petstore-animals'));
}

/**
 * The list of animals, ready to be shown.
 *
 * @param array<string, string> $wanted
 * @return array{value: ?array, error: string}
 */
function animals(array $wanted): array {
  $filters = array_intersect_key($wanted, array_flip(['species', 'age', 'sex', 'size', 'sort']));
  $filters['status'] = $wanted['status'] === 'all' ? '' : $wanted['status'];
  $filters['organizationId'] = $wanted['organization'];
  $filters['limit'] = (string) max(1, min(100, (int) $wanted['limit']));
  $filters['expand'] = 'profile,photos,owner';
  $path = '/v1/pets?' . http_build_query(array_filter($filters, fn($value) => $value !== ''), '', '&', PHP_QUERY_RFC3986);
  $language = $wanted['language'] === '' ? get_locale() : $wanted['language'];
  $language = strtr($language, '_', '-');
  $address = settings()['address'];
  return remembered(implode(' ', [...settings(), $path, $language]), FRESH_SECONDS, function () use ($address, $path, $language): array {
    ['body' => $pets, 'more' => $more] = answer($path);
    ['value' => $words, 'error' => $error] = words($language);
    if ($words === null) throw new \RuntimeException($error);
    if (!array_is_list($pets)) throw nonsense();
    return [
      'address' => $address,
      'language' => $words['language'],
      'texts' => $words['texts'],
      'more' => $more,
      'animals' => array_map(fn($pet) => animal($pet, $words), $pets),
    ];
  });
}

/** An animal as it is shown, with texts in the language of the words. Nothing in it is escaped yet. */
function animal(mixed $pet, array $words): array {
  if (!is_array($pet) || !is_int($pet['id'] ?? null) || !is_string($pet['name'] ?? null) || !is_string($pet['status'] ?? null)) throw nonsense();
  $profile = part($pet, 'profile');
  $version = part(part($profile, 'translations'), $words['language']) + $profile;
  return [
    'id' => $pet['id'],
    'page' => text_in(part($profile, 'origin'), 'url'),
    'name' => $pet['name'],
    'status' => $pet['status'] === 'available' ? '' : text_in(part($words, 'statuses'), $pet['status']),
    'facts' => facts($profile, $words),
    'organization' => text_in(part(part($pet, 'owner'), 'organization'), 'name'),
    'summary' => text_in($version, 'summary'),
    'story' => text_in($version, 'description'),
    'photos' => array_values(array_filter(array_map(photo(...), part($pet, 'photos')))),
  ];
}

/** A photo as it is shown; null if it is none. */
function photo(mixed $photo): ?array {
  if (!is_array($photo) || !is_int($photo['width'] ?? null) || !is_int($photo['height'] ?? null)) return null;
  $urls = part($photo, 'urls');
  $paths = [300 => text_in($urls, '300'), 600 => text_in($urls, '600'), 1200 => text_in($urls, '1200')];
  foreach ($paths as $path) if (!preg_match('~^/[\w./-]+$~', $path) || str_starts_with($path, '//')) return null;
  $focus = part($photo, 'focus');
  return [
    'paths' => $paths,
    'width' => $photo['width'],
    'height' => $photo['height'],
    'alt' => text_in($photo, 'alt'),
    'x' => is_numeric($focus['x'] ?? null) ? (int) $focus['x'] : 50,
    'y' => is_numeric($focus['y'] ?? null) ? (int) $focus['y'] : 50,
  ];
}

/** A member that is an object or a list; empty if it is anything else. */
function part(array $whole, string $name): array {
  return is_array($whole[$name] ?? null) ? $whole[$name] : [];
}

/** A member that is a text; empty if it is anything else. */
function text_in(array $whole, string $name): string {
  return is_string($whole[$name] ?? null) ? $whole[$name] : '';
}
