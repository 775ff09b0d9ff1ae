<?php
/** Writes HTML. Everything that comes from the Petstore is escaped here, and nowhere else. */

namespace PetstoreAnimals;

defined('ABSPATH') || exit;

/** @param array $list of `animals` */
function list_html(array $list, bool $is_here): string {
  $texts = $list['texts'];
  $asked = $is_here && is_string($_GET['animal'] ?? null) ? $_GET['animal'] : ''; // phpcs:ignore -- it only chooses what is shown
  // What visitors may ask for is in the list, so no visitor makes the Petstore work.
  $found = array_values(array_filter($list['animals'], fn($animal) => (string) $animal['id'] === $asked));
  $language = $list['language'];
  $query = '?lang=' . rawurlencode($language);
  $content = $found !== []
    ? animal_html($found[0], $list, $query)
    : ($asked === '' ? '' : '<p>' . text($texts['missing']) . '</p>') . cards_html($list, $is_here, $query);
  return sprintf(
    '<div class="petstore-animals" lang="%s" dir="%s">%s</div>',
    text($language),
    is_right_to_left($language) ? 'rtl' : 'ltr',
    $content,
  );
}

function cards_html(array $list, bool $is_here, string $query): string {
  ['animals' => $animals, 'texts' => $texts, 'address' => $address] = $list;
  if ($animals === []) return '<p>' . text($texts['nothing']) . '</p>';
  $are_several = count(array_unique(array_column($animals, 'organization'))) > 1;
  $cards = array_map(
    fn($animal) => sprintf(
      '<li class="petstore-animals-card"><a href="%s">%s<h2 class="petstore-animals-name" dir="auto">%s</h2></a>%s%s%s</li>',
      esc_url($is_here ? add_query_arg('animal', $animal['id'], get_permalink()) : page_of($animal, $address) . $query),
      isset($animal['photos'][0])
        ? photo_html($animal['photos'][0], $address, '(max-width: 36rem) 45vw, 20rem')
        : '<span class="petstore-animals-photo"></span>',
      text($animal['name']),
      line('facts', $animal['facts']),
      line('status', $animal['status']),
      $are_several ? line('organization', $animal['organization']) : '',
    ),
    $animals,
  );
  $more = $list['more'] ? link_html("$address/$query", $texts['all']) : '';
  return '<ul class="petstore-animals-list">' . implode('', $cards) . "</ul>$more";
}

function animal_html(array $animal, array $list, string $query): string {
  ['texts' => $texts, 'address' => $address] = $list;
  $photos = array_map(fn($photo) => photo_html($photo, $address, '(max-width: 48rem) 100vw, 48rem'), $animal['photos']);
  return implode('', [
    link_html(get_permalink(), $texts['back']),
    '<h2 class="petstore-animals-name" dir="auto">' . text($animal['name']) . '</h2>',
    line('facts', $animal['facts']),
    line('status', $animal['status']),
    line('organization', $animal['organization']),
    line('summary', $animal['summary']),
    '<div class="petstore-animals-photos">' . implode('', $photos) . '</div>',
    story_html($animal['story']),
    link_html(page_of($animal, $address) . $query, $texts['adopt']),
  ]);
}

/** Where the animal is adopted: its page at the service, or at the other service that has it. */
function page_of(array $animal, string $address): string {
  $page = $animal['page'] ?? '';
  return $page === '' ? "$address/pets/{$animal['id']}" : $page;
}

function photo_html(array $photo, string $address, string $sizes): string {
  ['paths' => $paths, 'width' => $width, 'height' => $height] = $photo;
  $sources = [];
  // A narrow photo has fewer sizes.
  foreach ($paths as $size => $path) $sources[min($size, $width)] ??= esc_url($address . $path) . ' ' . min($size, $width) . 'w';
  return sprintf(
    '<img class="petstore-animals-photo" src="%s" srcset="%s" sizes="%s" width="%d" height="%d" alt="%s" loading="lazy" decoding="async" style="object-position:%d%% %d%%">',
    esc_url($address . $paths[600]),
    esc_attr(implode(', ', $sources)),
    esc_attr($sizes),
    $width,
    $height,
    text($photo['alt']),
    $photo['x'],
    $photo['y'],
  );
}

/** The paragraphs of a story. It is Markdown, whose marks are left out. Without `u`, the last byte of “ą” would be a line break. */
function story_html(string $story): string {
  $plain = preg_replace(
    ['/!?\[([^\][]{1,300})\]\([^\s()]{1,1000}\)/u', '/^ {0,3}#{1,6} +/mu', '/^ {0,3}[-*+] +/mu', '/(\*\*|__|\*)(?=\S)([^*_\n]{1,500}?)(?<=\S)\1/u', '/\\\\([!-\/:-@[-`{-~])/u'],
    ['$1', '', '• ', '$2', '$1'],
    $story,
  );
  $paragraphs = preg_split('/\s*\R\s*\R\s*/u', trim($plain ?? $story), -1, PREG_SPLIT_NO_EMPTY);
  return implode('', array_map(fn($paragraph) => '<p dir="auto">' . nl2br(text($paragraph)) . '</p>', $paragraphs));
}

function line(string $name, string $content): string {
  return $content === '' ? '' : "<p class=\"petstore-animals-$name\" dir=\"auto\">" . text($content) . '</p>';
}

function link_html(string $url, string $content): string {
  return '<p><a href="' . esc_url($url) . '">' . text($content) . '</a></p>';
}

/**
 * Exactly this text, in an element or an attribute: `esc_html` alone would read an entity in it as one. WordPress looks for shortcodes in what a
 * block has written, and would run those that an animal's name or story has.
 */
function text(string $text): string {
  return str_replace('[', '&#91;', esc_html(str_replace('&', '&amp;', $text)));
}
