<?php
/**
 * Plugin Name: Petstore Animals
 * Description: Shows the animals of your Petstore in your pages, as a block and as the shortcode [petstore_animals].
 * Version: 1.0.0
 * Requires at least: 6.5
 * Requires PHP: 8.1
 * License: MIT
 * License URI: https://opensource.org/license/mit
 * Text Domain: petstore-animals
 */

namespace PetstoreAnimals;

defined('ABSPATH') || exit;

require_once __DIR__ . '/reading.php';
require_once __DIR__ . '/words.php';
require_once __DIR__ . '/showing.php';
require_once __DIR__ . '/settings.php';

/** The attributes of the block and of the shortcode. One of several values if they are listed; otherwise any text, of which an empty one asks for nothing. */
const ATTRIBUTES = [
  'status' => ['available', 'pending', 'sold', 'all'],
  'species' => '',
  'age' => '',
  'sex' => '',
  'size' => '',
  'organization' => '',
  'sort' => ['newest', 'longest_waiting'],
  'limit' => '24',
  'language' => '',
  'details' => ['petstore', 'here'],
];

add_action('init', function (): void {
  $schemas = array_map(
    fn($values) => is_array($values)
      ? ['type' => 'string', 'enum' => $values, 'default' => $values[0]]
      : ['type' => 'string', 'default' => $values],
    ATTRIBUTES,
  );
  register_block_type(__DIR__, [
    'attributes' => $schemas,
    'render_callback' => fn(array $attributes) => sprintf(
      '<div %s>%s</div>',
      get_block_wrapper_attributes(),
      rendered($attributes),
    ),
  ]);
  add_shortcode('petstore_animals', fn($attributes) => rendered(is_array($attributes) ? $attributes : []));
});

/** HTML: the list or, with `details="here"` and `?animal=7` in the address of the page, one animal of the list. */
function rendered(array $attributes): string {
  $defaults = array_map(fn($values) => is_array($values) ? $values[0] : $values, ATTRIBUTES);
  $wanted = array_map(trim(...), shortcode_atts($defaults, $attributes, 'petstore_animals'));
  wp_enqueue_style('petstore-animals-style');
  ['value' => $list, 'error' => $error] = animals($wanted);
  $shown = $list === null ? '' : list_html($list, $wanted['details'] === 'here');
  if ($error === '' || !current_user_can('edit_posts')) return $shown;
  /* translators: %s: what went wrong */
  $note = __('Visitors do not see this sentence. The animals could not be updated: %s', 'petstore-animals');
  return '<p class="petstore-animals-note">' . text(sprintf($note, $error)) . '</p>' . $shown;
}
